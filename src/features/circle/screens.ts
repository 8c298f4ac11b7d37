import { screen } from '../../core/navigation/screen';

export const circle = {
  dynamic: screen('pages/tabbar/dynamic', {
    title: 'circle.titles.dynamic',
    tab: 'dynamic',
    bare: true,
    also: ['form'],
    load: () => import('./feed'),
  }),
  materialLibrary: screen('pages/list/materialLibrary', {
    title: 'circle.titles.materialLibrary',
    guard: 'examined',
    also: ['form'],
    load: () => import('./material-library'),
  }),
  /** Beyond the specification: where a post is written. */
  compose: screen('pages/tabbar/addDynamic', {
    title: 'circle.titles.compose',
    also: ['form'],
    load: () => import('./compose-post'),
  }),
};
