import { screen } from '../../core/screen';

export const support = {
  createWorkOrder: screen('pages/mine/createWorkOrder', {
    title: 'titles.createWorkOrder',
    load: () => import('../../ui/not-built'),
  }),
  workOrder: screen('pages/mine/workOrder', {
    title: 'titles.workOrder',
    load: () => import('../../ui/not-built'),
  }),
  workOrderDetail: screen('pages/mine/workOrderDetail', {
    title: 'titles.workOrderDetail',
    load: () => import('../../ui/not-built'),
  }),
  im: screen('pages/mine/im', {
    title: 'titles.im',
    load: () => import('../../ui/not-built'),
  }),
  chatGpt: screen('pages/mine/chatGpt', {
    title: 'titles.chatGpt',
    load: () => import('../../ui/not-built'),
  }),
};
