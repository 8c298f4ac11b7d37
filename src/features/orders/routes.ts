import { route } from '../../core/navigation/route';

// From a price to a paid and signed order.

/**
 * `productId` and `quantity`, `cart`, or `orderNo` say what is paid; `serialNumber` renews that device order. `currency`: what is
 * chosen at first; `other`: another way than the order was placed with.
 */
export const pay = route<
  never,
  'productId' | 'quantity' | 'serialNumber' | 'coupon' | 'cart' | 'orderNo' | 'currency' | 'other'
>('pages/mine/pay', { title: 'orders.titles.pay', guard: 'anyone', also: ['pay'] });

/** The address that an order is paid to with USDT, or with `way` wechat the code that WeChat scans from a computer. */
export const orderAddress = route<'orderNo', 'way'>('pages/mine/orderAddress', {
  title: 'orders.titles.orderAddress',
  also: ['usdt'],
  needs: ['orderNo'],
});

/** Where goods are sent to, before there is an order; its parameters go back to `pay`. */
export const shippingAddress = route<
  never,
  'productId' | 'quantity' | 'serialNumber' | 'coupon' | 'cart' | 'currency'
>('pages/mine/shippingAddress', { title: 'orders.address.title', also: ['shipping'] });

export const otherPay = route<never, 'orderNo'>('pages/mine/otherPay', {
  title: 'orders.titles.otherPay',
  also: ['form', 'remittance'],
});

/** Money for the balance. */
export const topUp = route('pages/mine/topUp', {
  title: 'topup.title',
  also: ['orders', 'pay', 'remittance', 'form'],
});

/** A paid order's money is asked for back. */
export const refund = route<'orderNo'>('pages/mine/refund', {
  title: 'refund.title',
  also: ['orders', 'form'],
  needs: ['orderNo'],
});

/** `canceled` and `failed`: what whoever takes the money has said; the server is asked once before it is believed. */
export const paymentResult = route<'orderNo', 'canceled' | 'failed'>('pages/mine/paymentResult', {
  title: 'orders.titles.paymentResult',
  also: ['result', 'packages'],
  needs: ['orderNo'],
});

export const payOrder = route('pages/mine/payOrder', { title: 'orders.titles.payOrder', also: ['records'] });

export const payOrderDetail = route('pages/mine/payOrderDetail', {
  title: 'orders.titles.payOrderDetail',
  also: ['packages'],
  needs: ['orderNo'],
});

export const promotionActivity = route('pages/mine/promotionActivity', {
  title: 'orders.titles.promotionActivity',
  also: ['packages'],
});

export const signTask = route<never, 'orderNo'>('pages/mine/signTask', {
  title: 'orders.titles.signTask',
  also: ['packages'],
});

export const signature = route('pages/mine/signature', {
  title: 'orders.titles.signature',
  also: ['form', 'contracts'],
  needs: ['orderNo'],
});

export const equMyTeam = route('pages/list/equMyTeam', {
  title: 'orders.titles.equMyTeam',
  also: ['packages'],
});

export const orderDetail = route('pages/orderDetail', {
  title: 'orders.titles.orderDetail',
  also: ['records'],
  needs: ['orderNo'],
});
