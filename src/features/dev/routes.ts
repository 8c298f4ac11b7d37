import { route } from '../../core/navigation/route';

// For developers of screens; only development builds include it.

export const gallery = route('pages/dev/gallery', { title: 'dev.title', guard: 'anyone', also: ['form'] });
