import { screen } from '../../core/screen';

export const goods = {
  goods: screen('pages/tabbar/goods', {
    title: 'titles.goods',
    guard: 'examined',
    load: () => import('../../ui/not-built'),
  }),
  goodsDetail: screen('pages/goodsDetail', {
    title: 'titles.goodsDetail',
    guard: 'examined',
    load: () => import('../../ui/not-built'),
  }),
  platformGoods: screen('pages/platformGoods', {
    title: 'titles.platformGoods',
    guard: 'examined',
    load: () => import('../../ui/not-built'),
  }),
  goodsClassifyList: screen('pages/goodsClassifyList', {
    title: 'titles.goodsClassifyList',
    guard: 'examined',
    load: () => import('../../ui/not-built'),
  }),
  goodsClassifyOper: screen('pages/goodsClassifyOper', {
    title: 'titles.goodsClassifyOper',
    guard: 'examined',
    load: () => import('../../ui/not-built'),
  }),
  bindShop: screen('pages/mine/bindShop', {
    title: 'titles.bindShop',
    guard: 'examined',
    load: () => import('../../ui/not-built'),
  }),
  setupShop: screen('pages/mine/setupShop', {
    title: 'titles.setupShop',
    guard: 'examined',
    load: () => import('../../ui/not-built'),
  }),
};
