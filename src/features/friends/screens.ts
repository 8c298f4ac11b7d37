import { screen } from '../../core/navigation/screen';

export const friends = {
  invitationRecords: screen('pages/mine/invitationRecords', {
    title: 'friends.titles.invitationRecords',
    load: () => import('./invitation-records'),
  }),
  myTeam: screen('pages/mine/myTeam', {
    title: 'friends.titles.myTeam',
    bare: true,
    load: () => import('./my-team'),
  }),
  poster: screen('pages/mine/poster', {
    title: 'friends.titles.poster',
    load: () => import('./poster'),
  }),
  /** For WeChat, where nothing can be downloaded: one picture to touch and hold. */
  wxPoster: screen<never, 'design'>('pages/mine/wxPoster', {
    title: 'friends.titles.wxPoster',
    load: () => import('./wx-poster'),
  }),
};
