import { route } from '../../core/navigation/route';

/** Not a route: the parts beside the screen in wide windows. */
export const beside = route('part/beside', { title: 'common.close', guard: 'anyone' });
