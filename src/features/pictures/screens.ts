import { screen } from '../../core/navigation/screen';

/** No route: a picture over everything, which comes once there are pictures that could be tapped. */
export const preview = screen('part/preview', {
  title: 'common.close',
  guard: 'anyone',
  load: () => import('./preview'),
});

/** No route: what sends files, which comes with the first one that is sent. */
export const upload = screen('part/upload', {
  title: 'common.close',
  guard: 'anyone',
  load: () => import('../../core/http/upload'),
});

/** No route: pictures one after the other. */
export const gallery = screen('part/gallery', {
  title: 'common.close',
  guard: 'anyone',
  load: () => import('./gallery'),
});
