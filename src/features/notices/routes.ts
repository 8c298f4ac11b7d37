import { route } from '../../core/navigation/route';

export const noticeList = route('pages/list/noticeList', { title: 'notices.titles.noticeList' });

export const noticeDetail = route('pages/list/noticeDetail', {
  title: 'notices.titles.noticeDetail',
  needs: ['id'],
});

export const systemMsg = route('pages/list/systemMsg', { title: 'notices.titles.systemMsg' });

/** No route: it comes over the screens, with what has to be confirmed. Downloaded like one. */
export const mustConfirm = route('overlay/mustConfirm', { title: 'notices.titles.noticeDetail' });
