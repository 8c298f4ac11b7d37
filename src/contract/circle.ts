import type * as rules from './circle.rules';
import { call } from './wire/call';

/** Posts in the circle since the member last read it; the badge of the dynamic tab (spec §2). */
export const unreadCount = call<typeof rules.unreadCount, { unreadCount: number }>('txCircle/unreadCount');
