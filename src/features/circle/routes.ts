import { route } from '../../core/navigation/route';

export const dynamic = route('pages/tabbar/dynamic', {
  title: 'circle.titles.dynamic',
  tab: 'dynamic',
  bare: true,
  also: ['form'],
});

export const materialLibrary = route('pages/list/materialLibrary', {
  title: 'circle.titles.materialLibrary',
  guard: 'examined',
  also: ['form'],
});

/** Beyond the specification: where a post is written. */
export const compose = route('pages/tabbar/addDynamic', { title: 'circle.titles.compose', also: ['form'] });
