import { screen } from '../../core/navigation/screen';

export const goods = {
  goods: screen<never, 'categoryId'>('pages/tabbar/goods', {
    title: 'goods.titles.goods',
    guard: 'examined',
    bare: true,
    load: () => import('./list/goods-list'),
  }),
  goodsDetail: screen('pages/goodsDetail', {
    title: 'goods.titles.goodsDetail',
    also: ['form'],
    guard: 'examined',
    bare: true,
    needs: ['id'],
    load: () => import('./detail/goods-detail'),
  }),
  platformGoods: screen('pages/platformGoods', {
    title: 'goods.titles.platformGoods',
    guard: 'examined',
    load: () => import('./platform-goods'),
  }),
  goodsClassifyList: screen('pages/goodsClassifyList', {
    title: 'goods.titles.goodsClassifyList',
    also: ['form'],
    guard: 'examined',
    bare: true,
    load: () => import('./categories/category-list'),
  }),
  goodsClassifyOper: screen<never, 'id'>('pages/goodsClassifyOper', {
    title: 'goods.titles.goodsClassifyOper',
    also: ['form'],
    guard: 'examined',
    bare: true,
    load: () => import('./categories/category-form'),
  }),
  bindShop: screen('pages/mine/bindShop', {
    title: 'goods.titles.bindShop',
    also: ['form'],
    guard: 'examined',
    load: () => import('./setup/bind-shop'),
  }),
  setupShop: screen('pages/mine/setupShop', {
    title: 'goods.titles.setupShop',
    also: ['form'],
    guard: 'examined',
    load: () => import('./setup/setup-shop'),
  }),
};
