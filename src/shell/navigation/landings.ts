import type { AnyScreen } from '../../core/navigation/screen';
import { session } from '../../features/auth/screens';
import { devices } from '../../features/devices/screens';

/** Known at once; all others come after the first screen (`rest.ts`). */
export const landings: AnyScreen[] = [devices, session].flatMap((door): AnyScreen[] => Object.values(door));
