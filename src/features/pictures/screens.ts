import { screen } from '../../core/navigation/screen';

/** No route: a picture over everything, which comes once there are pictures that could be tapped. */
export const preview = screen('part/preview', {
  title: 'common.close',
  guard: 'anyone',
  load: () => import('./preview'),
});

/** No route: pictures one after the other. */
export const gallery = screen('part/gallery', {
  title: 'common.close',
  guard: 'anyone',
  load: () => import('./gallery'),
});
