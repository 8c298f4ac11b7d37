import { route } from '../../core/navigation/route';

export const invitationRecords = route('pages/mine/invitationRecords', {
  title: 'friends.titles.invitationRecords',
});

export const myTeam = route('pages/mine/myTeam', { title: 'friends.titles.myTeam', bare: true });

export const poster = route('pages/mine/poster', { title: 'friends.titles.poster' });

/** For WeChat, where nothing can be downloaded: one picture to touch and hold. */
export const wxPoster = route<never, 'design'>('pages/mine/wxPoster', { title: 'friends.titles.wxPoster' });
