import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.home, () => import('./home')),
  screen(routes.balance, () => import('./balance')),
  screen(routes.withDrawRecord, () => import('./withdrawal/with-draw-record')),
  screen(routes.movements, () => import('./movements/movements')),
  screen(routes.accountManage, () => import('./payout/account-manage')),
  screen(routes.bankList, () => import('./payout/bank-list')),
  screen(routes.revenueRecords, () => import('./income/revenue-records')),
  screen(routes.rechargeRecord, () => import('./promotion/recharge-record')),
  screen(routes.transferScore, () => import('./promotion/transfer-score')),
];

/** In a partner's page only. */
export const embedded: Screen[] = [screen(routes.walletOverview, () => import('./overview'))];
