import { screen } from '../../core/navigation/screen';

export const notices = {
  noticeList: screen('pages/list/noticeList', {
    title: 'notices.titles.noticeList',
    load: () => import('./notice-list'),
  }),
  noticeDetail: screen('pages/list/noticeDetail', {
    title: 'notices.titles.noticeDetail',
    needs: ['id'],
    load: () => import('./notice-detail'),
  }),
  systemMsg: screen('pages/list/systemMsg', {
    title: 'notices.titles.systemMsg',
    load: () => import('./system-msg'),
  }),
};

/** No route: it comes over the screens, with what has to be confirmed. Downloaded like one. */
export const mustConfirm = screen('overlay/mustConfirm', {
  title: 'notices.titles.noticeDetail',
  load: () => import('./must-confirm'),
});
