import { route } from '../../core/navigation/route';

/** No route: a picture over everything, which comes once there are pictures that could be tapped. */
export const preview = route('part/preview', { title: 'common.close', guard: 'anyone' });

/** No route: what sends files, which comes with the first one that is sent. */
export const upload = route('part/upload', { title: 'common.close', guard: 'anyone' });

/** No route: pictures one after the other. */
export const gallery = route('part/gallery', { title: 'common.close', guard: 'anyone' });
