import { screen } from '../../core/navigation/screen';

export const web = {
  /** Spec §2: `type` names a feature, `url` an address; where both are given, `type` counts. */
  webView: screen<never, 'type' | 'url'>('pages/member/webView', {
    title: 'web.titles.webView',
    bare: true,
    load: () => import('./web-view'),
  }),
};
