import type { MovementKind } from '../../contract/wallet';
import { money, whole } from '../../core/format';

const isWhole = (kind: MovementKind) => kind === 'points' || kind === 'cloudBeans' || kind === 'promotion';

/** `¥1,234.50` or `1,234`, by what the kind is counted in. */
export const amountOf = (kind: MovementKind, amount: number): string =>
  isWhole(kind) ? whole(amount) : money(amount);

/** With its sign: `+¥12.00`, `-¥12.00`. */
export const signed = (kind: MovementKind, amount: number): string =>
  (amount > 0 ? '+' : '') + amountOf(kind, amount);

/** `12.345678` from 10⁻⁶ USDT. */
export function usdt(micro: number): string {
  const rest = String(micro % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '')
    .padEnd(2, '0');
  return `${Math.trunc(micro / 1_000_000)}.${rest}`;
}
