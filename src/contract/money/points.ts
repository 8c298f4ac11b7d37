import { added } from '../wire/call';
import type * as rules from './points.rules';

/** What a member has for the points mall, and whether it may be spent (spec §4). Whole numbers. */
export interface Exchange {
  points: number;
  cloudBeans: number;
  /** Nothing is exchanged while they are. */
  frozen: boolean;
  /** Cloud phones of the member and of those they invited. */
  phones: number;
  /** So many thaw points and beans. */
  enough: number;
}

export const exchange = added<typeof rules.exchange, Exchange>('txUser/exchange', {
  embed: { first: { points: {} }, scopes: ['points:read'] },
});
