import { route } from '../../core/navigation/route';

export const pointsMall = route('pages/mine/pointsMall', {
  title: 'points.titles.pointsMall',
  guard: 'examined',
});

export const goodsDetail = route('pages/mine/goodsDetail', {
  title: 'points.titles.goodsDetail',
  guard: 'examined',
  needs: ['productId'],
});
