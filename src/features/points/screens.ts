import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.pointsMall, () => import('./points-mall')),
  screen(routes.goodsDetail, () => import('./goods-detail')),
];
