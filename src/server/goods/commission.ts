import type { Settings } from '../settings/settings';

/**
 * Fen that a member earns from `quantity` pieces: what they are sold for without what the platform charges for them and
 * without its service fee, a part in a thousand of the price, rounded up; never below zero.
 */
export const commissionOf = (
  { price, supplyPrice = 0, quantity = 1 }: { price: number; supplyPrice?: number; quantity?: number },
  { sales: { feePermille } }: Pick<Settings, 'sales'>,
): number => Math.max(0, price - supplyPrice - Math.ceil((price * feePermille) / 1000)) * quantity;
