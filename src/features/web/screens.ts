import { screen } from '../../core/navigation/screen';

export const web = {
  /** Spec §2: `type` names a feature, `url` an address; where both are given, `type` counts. */
  webView: screen<never, 'type' | 'url'>('pages/member/webView', {
    title: 'web.titles.webView',
    bare: true,
    load: () => import('./web-view'),
  }),
};

/** No route: which other sites are opened inside, which comes with the first address of one. */
export const knownSite = screen('part/knownSite', {
  title: 'common.close',
  guard: 'anyone',
  load: () => import('../../core/navigation/known-site'),
});
