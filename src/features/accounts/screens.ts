import { screen } from '../../core/navigation/screen';

export const accounts = {
  list: screen('pages/member/memberList', {
    title: 'titles.memberList',
    tab: 'accounts',
    load: () => import('../../ui/feedback/not-built'),
  }),
  detail: screen('pages/member/memberDetail', {
    title: 'titles.memberDetail',
    guard: 'examined',
    load: () => import('../../ui/feedback/not-built'),
  }),
  add: screen('pages/member/addMember', {
    title: 'titles.addMember',
    guard: 'examined',
    load: () => import('../../ui/feedback/not-built'),
  }),
};
