import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.home, () => import('./browse/home')),
  screen(routes.my, () => import('./browse/my')),
  screen(routes.goodsClass, () => import('./browse/goods-class')),
  screen(routes.goodsClass2, () => import('./browse/goods-class2')),
  screen(routes.cart, () => import('./cart/shopping-cart')),
  screen(routes.rechargeScore, () => import('./buy/recharge-score')),
  screen(routes.buynow, () => import('./buy/buynow')),
  screen(routes.openMembership, () => import('./buy/open-membership')),
  screen(routes.repurchase, () => import('./buy/repurchase')),
];
