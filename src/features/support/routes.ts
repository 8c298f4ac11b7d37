import { route } from '../../core/navigation/route';

export const createWorkOrder = route('pages/mine/createWorkOrder', {
  title: 'work-orders.titles.createWorkOrder',
  also: ['form'],
});

export const workOrder = route('pages/mine/workOrder', { title: 'work-orders.titles.workOrder' });

export const workOrderDetail = route('pages/mine/workOrderDetail', {
  title: 'work-orders.titles.workOrderDetail',
  also: ['form'],
  needs: ['id'],
});

export const im = route('pages/mine/im', { title: 'conversation.im', also: ['im'] });

export const chatGpt = route('pages/mine/chatGpt', { title: 'ai.title', also: ['conversation'] });
