import { screen } from '../../core/screen';

export const friends = {
  invitationRecords: screen('pages/mine/invitationRecords', {
    title: 'titles.invitationRecords',
    load: () => import('../../ui/not-built'),
  }),
  myTeam: screen('pages/mine/myTeam', {
    title: 'titles.myTeam',
    load: () => import('../../ui/not-built'),
  }),
  poster: screen('pages/mine/poster', {
    title: 'titles.poster',
    load: () => import('../../ui/not-built'),
  }),
  wxPoster: screen('pages/mine/wxPoster', {
    title: 'titles.wxPoster',
    load: () => import('../../ui/not-built'),
  }),
};
