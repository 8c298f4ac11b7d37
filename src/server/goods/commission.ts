import type { Settings } from '../settings/settings';

/**
 * Fen that a member earns from `quantity` pieces: the price less the supply price and the platform's service fee, a per mille of the
 * price, rounded up; never below zero.
 */
export const commissionOf = (
  { price, supplyPrice = 0, quantity = 1 }: { price: number; supplyPrice?: number; quantity?: number },
  { sales: { feePermille } }: Pick<Settings, 'sales'>,
): number => Math.max(0, price - supplyPrice - Math.ceil((price * feePermille) / 1000)) * quantity;
