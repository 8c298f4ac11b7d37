import { route } from '../../core/navigation/route';

export const noticeList = route('pages/list/noticeList', { title: 'notices.titles.noticeList' });

export const noticeDetail = route('pages/list/noticeDetail', {
  title: 'notices.titles.noticeDetail',
  needs: ['id'],
});

export const systemMsg = route('pages/list/systemMsg', { title: 'notices.titles.systemMsg' });

/** Not a route: shown over the screens with the notices to confirm. Downloaded like a screen. */
export const mustConfirm = route('overlay/mustConfirm', { title: 'notices.titles.noticeDetail' });
