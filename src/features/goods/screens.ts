import { screen } from '../../core/navigation/screen';

export const goods = {
  goods: screen('pages/tabbar/goods', {
    title: 'titles.goods',
    guard: 'examined',
    load: () => import('../../ui/feedback/not-built'),
  }),
  goodsDetail: screen('pages/goodsDetail', {
    title: 'titles.goodsDetail',
    guard: 'examined',
    load: () => import('../../ui/feedback/not-built'),
  }),
  platformGoods: screen('pages/platformGoods', {
    title: 'titles.platformGoods',
    guard: 'examined',
    load: () => import('../../ui/feedback/not-built'),
  }),
  goodsClassifyList: screen('pages/goodsClassifyList', {
    title: 'titles.goodsClassifyList',
    guard: 'examined',
    load: () => import('../../ui/feedback/not-built'),
  }),
  goodsClassifyOper: screen('pages/goodsClassifyOper', {
    title: 'titles.goodsClassifyOper',
    guard: 'examined',
    load: () => import('../../ui/feedback/not-built'),
  }),
  bindShop: screen('pages/mine/bindShop', {
    title: 'titles.bindShop',
    guard: 'examined',
    load: () => import('../../ui/feedback/not-built'),
  }),
  setupShop: screen('pages/mine/setupShop', {
    title: 'titles.setupShop',
    guard: 'examined',
    load: () => import('../../ui/feedback/not-built'),
  }),
};
