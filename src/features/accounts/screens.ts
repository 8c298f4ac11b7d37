import { screen } from '../../core/navigation/screen';

export const accounts = {
  list: screen('pages/member/memberList', {
    title: 'accounts.titles.memberList',
    tab: 'accounts',
    bare: true,
    load: () => import('./account-list'),
  }),
  detail: screen('pages/member/memberDetail', {
    title: 'accounts.titles.memberDetail',
    guard: 'examined',
    bare: true,
    needs: ['id'],
    load: () => import('./account-detail'),
  }),
  /** Without an id an account is linked, with one it is edited. */
  add: screen<never, 'id'>('pages/member/addMember', {
    title: 'accounts.titles.addMember',
    guard: 'examined',
    also: ['form'],
    load: () => import('./add-account'),
  }),
};
