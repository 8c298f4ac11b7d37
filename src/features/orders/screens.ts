import { screen } from '../../core/navigation/screen';

/** From a price to a paid and signed order. */
export const orders = {
  /**
   * `productId` and `quantity`, `cart`, or `orderNo` say what is paid; `serialNumber` renews that device order. `currency`: what is
   * chosen at first; `other`: another way than the order was placed with.
   */
  pay: screen<
    never,
    'productId' | 'quantity' | 'serialNumber' | 'coupon' | 'cart' | 'orderNo' | 'currency' | 'other'
  >('pages/mine/pay', {
    title: 'orders.titles.pay',
    guard: 'anyone',
    also: ['pay'],
    load: () => import('./pay/pay'),
  }),
  /** The address that an order is paid to with USDT, or with `way` wechat the code that WeChat scans from a computer. */
  orderAddress: screen<'orderNo', 'way'>('pages/mine/orderAddress', {
    title: 'orders.titles.orderAddress',
    also: ['usdt'],
    needs: ['orderNo'],
    load: () => import('./pay/usdt-payment'),
  }),
  /** Where goods are sent to, before there is an order; its parameters go back to `pay`. */
  shippingAddress: screen<never, 'productId' | 'quantity' | 'serialNumber' | 'coupon' | 'cart' | 'currency'>(
    'pages/mine/shippingAddress',
    {
      title: 'orders.address.title',
      also: ['shipping'],
      load: () => import('./pay/shipping-address'),
    },
  ),
  otherPay: screen<never, 'orderNo'>('pages/mine/otherPay', {
    title: 'orders.titles.otherPay',
    also: ['form', 'remittance'],
    load: () => import('./pay/other-pay'),
  }),
  /** `canceled` and `failed`: what whoever takes the money has said; the server is asked once before it is believed. */
  paymentResult: screen<'orderNo', 'canceled' | 'failed'>('pages/mine/paymentResult', {
    title: 'orders.titles.paymentResult',
    needs: ['orderNo'],
    load: () => import('./pay/payment-result'),
  }),
  payOrder: screen('pages/mine/payOrder', {
    title: 'orders.titles.payOrder',
    load: () => import('./records/pay-order'),
  }),
  payOrderDetail: screen('pages/mine/payOrderDetail', {
    title: 'orders.titles.payOrderDetail',
    needs: ['orderNo'],
    load: () => import('./records/pay-order-detail'),
  }),
  promotionActivity: screen('pages/mine/promotionActivity', {
    title: 'orders.titles.promotionActivity',
    load: () => import('./records/promotion-activity'),
  }),
  signTask: screen<never, 'orderNo'>('pages/mine/signTask', {
    title: 'orders.titles.signTask',
    load: () => import('./contracts/sign-task'),
  }),
  signature: screen('pages/mine/signature', {
    title: 'orders.titles.signature',
    also: ['form', 'contracts'],
    needs: ['orderNo'],
    load: () => import('./contracts/signature'),
  }),
  equMyTeam: screen('pages/list/equMyTeam', {
    title: 'orders.titles.equMyTeam',
    load: () => import('./records/equ-my-team'),
  }),
  orderDetail: screen('pages/orderDetail', {
    title: 'orders.titles.orderDetail',
    needs: ['orderNo'],
    load: () => import('./records/order-detail'),
  }),
};
