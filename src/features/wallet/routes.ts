import { route } from '../../core/navigation/route';

/** The member's money at a glance; the form of a withdrawal is `balance`. */
export const home = route('pages/mine/wallet', {
  title: 'wallet.titles.home',
  also: ['statement'],
  bare: true,
});

export const balance = route('pages/mine/balance', { title: 'wallet.titles.balance', also: ['form'] });

export const withDrawRecord = route<never, 'id'>('pages/mine/withDrawRecord', {
  title: 'wallet.titles.withDrawRecord',
  also: ['statement'],
});

/** The movements behind an amount: `kind` as in `MovementKind`, of one `reason`, `month` or `ref` if given. */
export const movements = route<'kind', 'reason' | 'month' | 'ref'>('pages/mine/movements', {
  title: 'wallet.titles.movements',
  also: ['statement'],
  needs: ['kind'],
});

/** `add` is a kind of account and opens its form, `edit` the id of an existing one; both go back after saving. */
export const accountManage = route<never, 'add' | 'edit'>('pages/mine/accountManage', {
  title: 'payout.titles.accountManage',
  also: ['form'],
});

/** The same for bank cards: `add: 'bank'`. */
export const bankList = route<never, 'add' | 'edit'>('pages/mine/bankList', {
  title: 'payout.titles.bankList',
  also: ['form'],
});

export const revenueRecords = route('pages/mine/revenueRecords', { title: 'income.titles.revenueRecords' });

export const rechargeRecord = route('pages/mine/rechargeRecord', {
  title: 'promotion.titles.rechargeRecord',
});

export const transferScore = route('pages/mine/transferScore', {
  title: 'promotion.titles.transferScore',
  also: ['form'],
});

/**
 * Not a route: the first screen of the wallet in a partner's page, without the form of a withdrawal, which is larger than everything
 * else.
 */
export const walletOverview = route('embed/wallet', { title: 'wallet.totals' });
