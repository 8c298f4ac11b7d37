import { screen } from '../../core/screen';

export const notices = {
  noticeList: screen('pages/list/noticeList', {
    title: 'titles.noticeList',
    load: () => import('../../ui/not-built'),
  }),
  noticeDetail: screen('pages/list/noticeDetail', {
    title: 'titles.noticeDetail',
    load: () => import('../../ui/not-built'),
  }),
  systemMsg: screen('pages/list/systemMsg', {
    title: 'titles.systemMsg',
    load: () => import('../../ui/not-built'),
  }),
};
