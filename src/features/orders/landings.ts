import { orderDetail as getOrderDetail, listOrders } from '../../contract/buying/orders';
import { landing } from '../../core/navigation/landing';
import { orderDetail, payOrder } from './routes';

export const landings = [
  landing(payOrder, listOrders),
  landing(orderDetail, getOrderDetail, { orderNo: '?orderNo' }),
];
