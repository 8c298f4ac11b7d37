import { screen } from '../../core/navigation/screen';

export const support = {
  createWorkOrder: screen('pages/mine/createWorkOrder', {
    title: 'work-orders.titles.createWorkOrder',
    also: ['form'],
    load: () => import('./work-orders/create-work-order'),
  }),
  workOrder: screen('pages/mine/workOrder', {
    title: 'work-orders.titles.workOrder',
    load: () => import('./work-orders/work-order-list'),
  }),
  workOrderDetail: screen('pages/mine/workOrderDetail', {
    title: 'work-orders.titles.workOrderDetail',
    also: ['form'],
    needs: ['id'],
    load: () => import('./work-orders/work-order-detail'),
  }),
  im: screen('pages/mine/im', {
    title: 'conversation.im',
    also: ['im'],
    load: () => import('./im/im'),
  }),
  chatGpt: screen('pages/mine/chatGpt', {
    title: 'ai.title',
    also: ['conversation'],
    load: () => import('./ai/chat-gpt'),
  }),
};
