import { screen } from '../../core/navigation/screen';

export const points = {
  pointsMall: screen('pages/mine/pointsMall', {
    title: 'points.titles.pointsMall',
    guard: 'examined',
    load: () => import('./points-mall'),
  }),
  goodsDetail: screen('pages/mine/goodsDetail', {
    title: 'points.titles.goodsDetail',
    guard: 'examined',
    needs: ['productId'],
    load: () => import('./goods-detail'),
  }),
};
