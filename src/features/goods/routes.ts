import { route } from '../../core/navigation/route';

export const goods = route<never, 'categoryId'>('pages/tabbar/goods', {
  title: 'goods.titles.goods',
  guard: 'examined',
  bare: true,
});

export const goodsDetail = route('pages/goodsDetail', {
  title: 'goods.titles.goodsDetail',
  also: ['form'],
  guard: 'examined',
  bare: true,
  needs: ['id'],
});

export const platformGoods = route('pages/platformGoods', {
  title: 'goods.titles.platformGoods',
  guard: 'examined',
});

export const goodsClassifyList = route('pages/goodsClassifyList', {
  title: 'goods.titles.goodsClassifyList',
  also: ['form'],
  guard: 'examined',
  bare: true,
});

export const goodsClassifyOper = route<never, 'id'>('pages/goodsClassifyOper', {
  title: 'goods.titles.goodsClassifyOper',
  also: ['form'],
  guard: 'examined',
  bare: true,
});

export const bindShop = route('pages/mine/bindShop', {
  title: 'goods.titles.bindShop',
  also: ['form'],
  guard: 'examined',
});

export const setupShop = route('pages/mine/setupShop', {
  title: 'goods.titles.setupShop',
  also: ['form'],
  guard: 'examined',
});
