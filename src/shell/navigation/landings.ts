import type { Screen } from '../../core/navigation/screen';
import { login, register } from '../../features/auth/screens';
import { list } from '../../features/devices/screens';

/** The screens that the page knows from the start, because members begin there. All others come after the first screen (`deferred.ts`). */
export const landings: Screen[] = [list, login, register];
