import { screen } from '../../core/screen';

export const support = {
  createWorkOrder: screen('pages/mine/createWorkOrder', {
    title: 'support.titles.createWorkOrder',
    load: () => import('../../ui/not-built'),
  }),
  workOrder: screen('pages/mine/workOrder', {
    title: 'support.titles.workOrder',
    load: () => import('../../ui/not-built'),
  }),
  workOrderDetail: screen('pages/mine/workOrderDetail', {
    title: 'support.titles.workOrderDetail',
    load: () => import('../../ui/not-built'),
  }),
  im: screen('pages/mine/im', {
    title: 'chat.titles.im',
    load: () => import('../../ui/not-built'),
  }),
  chatGpt: screen('pages/mine/chatGpt', {
    title: 'chat.titles.chatGpt',
    load: () => import('../../ui/not-built'),
  }),
};
