import { screen } from '../../core/navigation/screen';

export const wallet = {
  balance: screen('pages/mine/balance', {
    title: 'wallet.titles.balance',
    also: ['form'],
    load: () => import('./balance'),
  }),
  withDrawRecord: screen<never, 'id'>('pages/mine/withDrawRecord', {
    title: 'wallet.titles.withDrawRecord',
    load: () => import('./withdrawal/with-draw-record'),
  }),
  /** The movements that make an amount: `kind` as in `MovementKind`, of one `reason`, `month` or `ref` if given. */
  movements: screen<'kind', 'reason' | 'month' | 'ref'>('pages/mine/movements', {
    title: 'wallet.titles.movements',
    needs: ['kind'],
    load: () => import('./movements/movements'),
  }),
  /** `add` is a kind of account and opens its form, `edit` the id of one that is there; both go back once it is saved. */
  accountManage: screen<never, 'add' | 'edit'>('pages/mine/accountManage', {
    title: 'payout.titles.accountManage',
    also: ['form'],
    load: () => import('./payout/account-manage'),
  }),
  /** The same for bank cards: `add: 'bank'`. */
  bankList: screen<never, 'add' | 'edit'>('pages/mine/bankList', {
    title: 'payout.titles.bankList',
    also: ['form'],
    load: () => import('./payout/bank-list'),
  }),
  revenueRecords: screen('pages/mine/revenueRecords', {
    title: 'income.titles.revenueRecords',
    load: () => import('./income/revenue-records'),
  }),
  rechargeRecord: screen('pages/mine/rechargeRecord', {
    title: 'promotion.titles.rechargeRecord',
    load: () => import('./promotion/recharge-record'),
  }),
  transferScore: screen('pages/mine/transferScore', {
    title: 'promotion.titles.transferScore',
    also: ['form'],
    load: () => import('./promotion/transfer-score'),
  }),
};

/** No route: the first screen of the wallet in somebody else's page, without the form of a withdrawal, which weighs more than all else. */
export const walletOverview = screen('embed/wallet', {
  title: 'wallet.totals',
  load: () => import('./overview'),
});
