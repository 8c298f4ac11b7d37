import {
  getOrder,
  orderDetail as getOrderDetail,
  listOrders,
  waitingOrders,
} from '../../contract/buying/orders';
import { queryPay } from '../../contract/buying/payments';
import { landing, sends } from '../../core/navigation/landing';
import { orderDetail, paymentResult, payOrder } from './routes';

export const landings = [
  landing(payOrder, sends(listOrders), sends(waitingOrders)),
  landing(paymentResult, sends(queryPay, { orderNo: '?orderNo' }), sends(getOrder, { orderNo: '?orderNo' })),
  landing(orderDetail, sends(getOrderDetail, { orderNo: '?orderNo' })),
];
