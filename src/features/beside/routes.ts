import { route } from '../../core/navigation/route';

/** No route: what wide windows have beside the screen. */
export const beside = route('part/beside', { title: 'common.close', guard: 'anyone' });
