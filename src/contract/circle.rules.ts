import { nothing } from './rules';

export const unreadCount = nothing;
