import { screen } from '../../core/screen';

export const points = {
  pointsMall: screen('pages/mine/pointsMall', {
    title: 'titles.pointsMall',
    guard: 'examined',
    load: () => import('../../ui/not-built'),
  }),
  goodsDetail: screen('pages/mine/goodsDetail', {
    title: 'titles.minegoodsDetail',
    guard: 'examined',
    load: () => import('../../ui/not-built'),
  }),
};
