import { screen } from '../../core/navigation/screen';

export const store = {
  home: screen('pages/tabbar/home', {
    title: 'store.title',
    load: () => import('./browse/home'),
  }),
  my: screen('pages/tabbar/my', {
    title: 'store.my.title',
    load: () => import('./browse/my'),
  }),
  goodsClass: screen('pages/tabbar/goodsClass', {
    title: 'store.goodsClass.title',
    load: () => import('./browse/goods-class'),
  }),
  goodsClass2: screen('pages/tabbar/goodsClass2', {
    title: 'store.goodsClass.title',
    load: () => import('./browse/goods-class2'),
  }),
  cart: screen('pages/tabbar/cart', {
    title: 'store.cart.title',
    load: () => import('./cart/shopping-cart'),
  }),
  /** `productId`: the plan that is chosen at first. */
  rechargeScore: screen<never, 'productId'>('pages/mine/rechargeScore', {
    title: 'store.recharge.title',
    load: () => import('./buy/recharge-score'),
  }),
  buynow: screen<'productId', 'serialNumber' | 'quantity'>('pages/mine/buynow', {
    title: 'store.product',
    needs: ['productId'],
    load: () => import('./buy/buynow'),
  }),
  openMembership: screen('pages/mine/openMembership', {
    title: 'store.membership.title',
    load: () => import('./buy/open-membership'),
  }),
  repurchase: screen('pages/mine/repurchase', {
    title: 'store.repurchase.title',
    load: () => import('./buy/repurchase'),
  }),
};
