import { screen } from '../../core/screen';

export const notices = {
  noticeList: screen('pages/list/noticeList', {
    title: 'notices.titles.noticeList',
    load: () => import('../../ui/not-built'),
  }),
  noticeDetail: screen('pages/list/noticeDetail', {
    title: 'notices.titles.noticeDetail',
    load: () => import('../../ui/not-built'),
  }),
  systemMsg: screen('pages/list/systemMsg', {
    title: 'notices.titles.systemMsg',
    load: () => import('../../ui/not-built'),
  }),
};
