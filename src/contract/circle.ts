import { call } from './call';
import type * as rules from './circle.rules';

/** Posts in the circle since the member last read it; the badge of the dynamic tab (spec §2). */
export const unreadCount = call<typeof rules.unreadCount, { unreadCount: number }>('txCircle/unreadCount');
