import { nothing } from './rules/fields';

export const unreadCount = nothing;
