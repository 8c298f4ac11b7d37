import { screen } from '../../core/screen';

export const web = {
  webView: screen('pages/member/webView', {
    title: 'titles.webView',
    load: () => import('../../ui/not-built'),
  }),
};
