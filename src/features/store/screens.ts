import { screen } from '../../core/screen';

export const store = {
  home: screen('pages/tabbar/home', {
    title: 'titles.home',
    load: () => import('../../ui/not-built'),
  }),
  my: screen('pages/tabbar/my', {
    title: 'titles.my',
    load: () => import('../../ui/not-built'),
  }),
  goodsClass: screen('pages/tabbar/goodsClass', {
    title: 'titles.goodsClass',
    load: () => import('../../ui/not-built'),
  }),
  goodsClass2: screen('pages/tabbar/goodsClass2', {
    title: 'titles.goodsClass2',
    load: () => import('../../ui/not-built'),
  }),
  cart: screen('pages/tabbar/cart', {
    title: 'titles.cart',
    load: () => import('../../ui/not-built'),
  }),
  rechargeScore: screen('pages/mine/rechargeScore', {
    title: 'titles.rechargeScore',
    load: () => import('../../ui/not-built'),
  }),
  buynow: screen('pages/mine/buynow', {
    title: 'titles.buynow',
    load: () => import('../../ui/not-built'),
  }),
  openMembership: screen('pages/mine/openMembership', {
    title: 'titles.openMembership',
    load: () => import('../../ui/not-built'),
  }),
  repurchase: screen('pages/mine/repurchase', {
    title: 'titles.repurchase',
    load: () => import('../../ui/not-built'),
  }),
};
