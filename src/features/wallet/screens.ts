import { screen } from '../../core/screen';

export const wallet = {
  balance: screen('pages/mine/balance', {
    title: 'wallet.titles.balance',
    load: () => import('../../ui/not-built'),
  }),
  withDrawRecord: screen('pages/mine/withDrawRecord', {
    title: 'wallet.titles.withDrawRecord',
    load: () => import('../../ui/not-built'),
  }),
  accountManage: screen('pages/mine/accountManage', {
    title: 'payout.titles.accountManage',
    load: () => import('../../ui/not-built'),
  }),
  bankList: screen('pages/mine/bankList', {
    title: 'payout.titles.bankList',
    load: () => import('../../ui/not-built'),
  }),
  revenueRecords: screen('pages/mine/revenueRecords', {
    title: 'income.titles.revenueRecords',
    load: () => import('../../ui/not-built'),
  }),
  rechargeRecord: screen('pages/mine/rechargeRecord', {
    title: 'promotion.titles.rechargeRecord',
    load: () => import('../../ui/not-built'),
  }),
  transferScore: screen('pages/mine/transferScore', {
    title: 'promotion.titles.transferScore',
    load: () => import('../../ui/not-built'),
  }),
};
