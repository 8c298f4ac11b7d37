import type { MessageKey } from '../../core/i18n';
import { screen } from '../../core/screen';

/** For those who build screens; only development builds include it. */
export const dev = {
  gallery: screen('pages/dev/gallery', {
    title: 'dev.title' as string as MessageKey, // said in development builds only: no message of the app's
    guard: 'anyone',
    load: () => import('./gallery'),
  }),
};
