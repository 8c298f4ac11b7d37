import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.goods, () => import('./list/goods-list')),
  screen(routes.goodsDetail, () => import('./detail/goods-detail')),
  screen(routes.platformGoods, () => import('./platform-goods')),
  screen(routes.goodsClassifyList, () => import('./categories/category-list')),
  screen(routes.goodsClassifyOper, () => import('./categories/category-form')),
  screen(routes.bindShop, () => import('./setup/bind-shop')),
  screen(routes.setupShop, () => import('./setup/setup-shop')),
];
