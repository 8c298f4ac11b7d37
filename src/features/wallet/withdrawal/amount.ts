import type { MovementKind } from '../../../contract/money/wallet';
import { integer, money } from '../../../core/text/format';

const isWhole = (kind: MovementKind) => kind === 'points' || kind === 'cloudBeans' || kind === 'promotion';

/** `¥1,234.50` or `1,234`, depending on the unit of the kind. */
export const amountOf = (kind: MovementKind, amount: number): string =>
  isWhole(kind) ? integer(amount).replace('-', '−') : money(amount);

/** With its sign: `+¥12.00`, `−¥12.00`. */
export const signed = (kind: MovementKind, amount: number): string =>
  (amount > 0 ? '+' : '') + amountOf(kind, amount);
