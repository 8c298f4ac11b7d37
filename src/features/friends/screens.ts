import { screen } from '../../core/navigation/screen';

export const friends = {
  invitationRecords: screen('pages/mine/invitationRecords', {
    title: 'titles.invitationRecords',
    load: () => import('../../ui/feedback/not-built'),
  }),
  myTeam: screen('pages/mine/myTeam', {
    title: 'titles.myTeam',
    load: () => import('../../ui/feedback/not-built'),
  }),
  poster: screen('pages/mine/poster', {
    title: 'titles.poster',
    load: () => import('../../ui/feedback/not-built'),
  }),
  wxPoster: screen('pages/mine/wxPoster', {
    title: 'titles.wxPoster',
    load: () => import('../../ui/feedback/not-built'),
  }),
};
