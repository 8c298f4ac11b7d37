import { route } from '../../core/navigation/route';

/** Not a route: a full-screen picture, loaded once there are pictures to tap. */
export const preview = route('part/preview', { title: 'common.close', guard: 'anyone' });

/** Not a route: the upload, loaded with the first file. */
export const upload = route('part/upload', { title: 'common.close', guard: 'anyone' });

/** Not a route: several pictures one after the other. */
export const gallery = route('part/gallery', { title: 'common.close', guard: 'anyone' });
