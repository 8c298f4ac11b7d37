import type { Screen } from '../../core/navigation/screen';
import { screens as auth } from '../../features/auth/screens';
import { screens as devices } from '../../features/devices/screens';

/** Known at once; all others come after the first screen (`deferred.ts`). */
export const landings: Screen[] = [...devices, ...auth];
