import { orderDetail as getOrderDetail, listOrders } from '../../contract/buying/orders';
import { landing, sends } from '../../core/navigation/landing';
import { orderDetail, payOrder } from './routes';

export const landings = [
  landing(payOrder, sends(listOrders)),
  landing(orderDetail, sends(getOrderDetail, { orderNo: '?orderNo' })),
];
