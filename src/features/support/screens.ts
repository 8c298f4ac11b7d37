import { screen } from '../../core/navigation/screen';

export const support = {
  createWorkOrder: screen('pages/mine/createWorkOrder', {
    title: 'support.titles.createWorkOrder',
    also: ['form'],
    load: () => import('./work-orders/create-work-order'),
  }),
  workOrder: screen('pages/mine/workOrder', {
    title: 'support.titles.workOrder',
    load: () => import('./work-orders/work-order-list'),
  }),
  workOrderDetail: screen('pages/mine/workOrderDetail', {
    title: 'support.titles.workOrderDetail',
    also: ['form'],
    needs: ['id'],
    load: () => import('./work-orders/work-order-detail'),
  }),
  im: screen('pages/mine/im', {
    title: 'chat.titles.im',
    load: () => import('./im/im'),
  }),
  chatGpt: screen('pages/mine/chatGpt', {
    title: 'chat.titles.chatGpt',
    load: () => import('./ai/chat-gpt'),
  }),
};
