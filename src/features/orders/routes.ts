import { route } from '../../core/navigation/route';

// Screens from the price to a paid and signed order.

/**
 * `productId` and `quantity`, `cart`, or `orderNo` select the goods; `serialNumber` renews that device order. `currency`: the initial
 * currency; `other`: a method other than the order's own.
 */
export const pay = route<
  never,
  'productId' | 'quantity' | 'serialNumber' | 'coupon' | 'cart' | 'orderNo' | 'currency' | 'other'
>('pages/mine/pay', { title: 'orders.titles.pay', guard: 'anyone', also: ['pay'] });

/** The address for a payment with USDT, or with `way` wechat the code that WeChat scans from a computer. */
export const orderAddress = route<'orderNo', 'way'>('pages/mine/orderAddress', {
  title: 'orders.titles.orderAddress',
  also: ['usdt'],
  needs: ['orderNo'],
});

/** The delivery address before an order; its parameters are passed back to `pay`. */
export const shippingAddress = route<
  never,
  'productId' | 'quantity' | 'serialNumber' | 'coupon' | 'cart' | 'currency'
>('pages/mine/shippingAddress', { title: 'orders.address.title', also: ['shipping'] });

export const otherPay = route<never, 'orderNo'>('pages/mine/otherPay', {
  title: 'orders.titles.otherPay',
  also: ['form', 'remittance'],
});

/** Tops up the balance. */
export const topUp = route('pages/mine/topUp', {
  title: 'topup.title',
  also: ['orders', 'pay', 'remittance', 'form'],
});

/** Requests a refund of a paid order. */
export const refund = route<'orderNo'>('pages/mine/refund', {
  title: 'refund.title',
  also: ['orders', 'form'],
  needs: ['orderNo'],
});

/** `canceled` and `failed`: hints of the payment provider; the server is queried once before they are shown. */
export const paymentResult = route<'orderNo', 'canceled' | 'failed'>('pages/mine/paymentResult', {
  title: 'orders.titles.paymentResult',
  also: ['result', 'packages'],
  needs: ['orderNo'],
});

/** `of`: order, withdrawal or topUp; `number`: its number, or the id of a bank transfer. */
export const receipt = route<'of' | 'number'>('pages/mine/receipt', {
  title: 'statement.receipt',
  also: ['orders'],
  needs: ['of', 'number'],
});

/** The invoice of an order: its request, and what was issued. */
export const invoice = route<'orderNo'>('pages/mine/invoice', {
  title: 'invoice.title',
  also: ['orders', 'form', 'statement'],
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
  also: ['records', 'statement'],
  needs: ['orderNo'],
});
