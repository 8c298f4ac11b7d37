import { route } from '../../core/navigation/route';

export const list = route('pages/member/memberList', {
  title: 'accounts.titles.memberList',
  tab: 'accounts',
  bare: true,
});

export const detail = route('pages/member/memberDetail', {
  title: 'accounts.titles.memberDetail',
  guard: 'examined',
  bare: true,
  needs: ['id'],
});

/** Without an id an account is linked, with one it is edited; `first`: the member's first, whose cloud phone is chosen for them. */
export const add = route<never, 'id' | 'first'>('pages/member/addMember', {
  title: 'accounts.titles.addMember',
  bare: true,
  guard: 'examined',
  also: ['form'],
});
