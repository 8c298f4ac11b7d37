import { route } from '../../core/navigation/route';

/** Spec §2: `type` names a feature, `url` an address; where both are given, `type` counts. */
export const webView = route<never, 'type' | 'url'>('pages/member/webView', {
  title: 'web.titles.webView',
  bare: true,
});

/** No route: which other sites are opened inside, which comes with the first address of one. */
export const knownSite = route('part/knownSite', { title: 'common.close', guard: 'anyone' });
