import type { Screen } from '../../core/navigation/screen';
import { login, register } from '../../features/auth/screens';
import { list } from '../../features/devices/screens';

/**
 * The screens that the page contains from the start, because members begin there. All others are loaded after the first screen
 * (`deferred.ts`).
 */
export const firstScreens: Screen[] = [list, login, register];
