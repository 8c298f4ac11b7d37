import { screen } from '../../core/screen';

export const wallet = {
  balance: screen('pages/mine/balance', {
    title: 'titles.balance',
    load: () => import('../../ui/not-built'),
  }),
  withDrawRecord: screen('pages/mine/withDrawRecord', {
    title: 'titles.withDrawRecord',
    load: () => import('../../ui/not-built'),
  }),
  accountManage: screen('pages/mine/accountManage', {
    title: 'titles.accountManage',
    load: () => import('../../ui/not-built'),
  }),
  bankList: screen('pages/mine/bankList', {
    title: 'titles.bankList',
    load: () => import('../../ui/not-built'),
  }),
  revenueRecords: screen('pages/mine/revenueRecords', {
    title: 'titles.revenueRecords',
    load: () => import('../../ui/not-built'),
  }),
  rechargeRecord: screen('pages/mine/rechargeRecord', {
    title: 'titles.rechargeRecord',
    load: () => import('../../ui/not-built'),
  }),
  transferScore: screen('pages/mine/transferScore', {
    title: 'titles.transferScore',
    load: () => import('../../ui/not-built'),
  }),
};
