import { route } from '../../core/navigation/route';

export const home = route('pages/tabbar/home', { title: 'store.title' });

export const my = route('pages/tabbar/my', { title: 'store.my.title' });

export const goodsClass = route('pages/tabbar/goodsClass', { title: 'store.goodsClass.title' });

export const goodsClass2 = route('pages/tabbar/goodsClass2', { title: 'store.goodsClass.title' });

export const cart = route('pages/tabbar/cart', { title: 'store.cart.title' });

/** `productId`: the initially selected plan. */
export const rechargeScore = route<never, 'productId'>('pages/mine/rechargeScore', {
  title: 'store.recharge.title',
});

export const buynow = route<'productId', 'serialNumber' | 'quantity'>('pages/mine/buynow', {
  title: 'store.product',
  needs: ['productId'],
});

export const openMembership = route('pages/mine/openMembership', { title: 'store.membership.title' });

export const repurchase = route('pages/mine/repurchase', { title: 'store.repurchase.title' });
