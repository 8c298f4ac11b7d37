import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.createWorkOrder, () => import('./work-orders/create-work-order')),
  screen(routes.workOrder, () => import('./work-orders/work-order-list')),
  screen(routes.workOrderDetail, () => import('./work-orders/work-order-detail')),
  screen(routes.im, () => import('./im/im')),
  screen(routes.chatGpt, () => import('./ai/chat-gpt')),
];
