import { screen } from '../../core/navigation/screen';

/** For those who build screens; only development builds include it. */
export const dev = {
  gallery: screen('pages/dev/gallery', {
    title: 'dev.title',
    guard: 'anyone',
    also: ['form'],
    load: () => import('./gallery'),
  }),
};
