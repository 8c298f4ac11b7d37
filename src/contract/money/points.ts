import { added } from '../wire/call';
import type * as rules from './points.rules';

/** A member's balances for the points mall, and whether they are frozen (spec §4). Integers. */
export interface Exchange {
  points: number;
  cloudBeans: number;
  /** No exchange is possible while they are frozen. */
  frozen: boolean;
  /** Cloud phones of the member and of the members they invited. */
  phones: number;
  /** Number of cloud phones that unfreezes points and beans. */
  enough: number;
}

export const exchange = added<typeof rules.exchange, Exchange>('txUser/exchange', {
  embed: { first: { points: {} }, scopes: ['points:read'] },
});
