import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.pay, () => import('./pay/pay')),
  screen(routes.orderAddress, () => import('./pay/usdt-payment')),
  screen(routes.shippingAddress, () => import('./pay/shipping-address')),
  screen(routes.otherPay, () => import('./pay/other-pay')),
  screen(routes.topUp, () => import('./pay/top-up')),
  screen(routes.refund, () => import('./records/refund')),
  screen(routes.paymentResult, () => import('./pay/payment-result')),
  screen(routes.payOrder, () => import('./records/pay-order')),
  screen(routes.receipt, () => import('./records/receipt')),
  screen(routes.invoice, () => import('./invoices/invoice')),
  screen(routes.payOrderDetail, () => import('./records/pay-order-detail')),
  screen(routes.promotionActivity, () => import('./records/promotion-activity')),
  screen(routes.signTask, () => import('./contracts/sign-task')),
  screen(routes.signature, () => import('./contracts/signature')),
  screen(routes.equMyTeam, () => import('./records/equ-my-team')),
  screen(routes.orderDetail, () => import('./records/order-detail')),
];
