import type { Item } from '../../../contract/buying/products';
import type { Store } from '../../../core/platform';
import { chosenItems } from '../../../core/purchase/cart';

/** The goods to pay, as the store passes them: query parameters, or the chosen lines of the cart. */
interface Selection {
  productId?: string;
  quantity?: string;
  serialNumber?: string;
  cart?: string;
}

/** The goods to pay; empty for an incomplete link or an empty cart. */
export function itemsOf(
  { productId, quantity = '1', serialNumber, cart }: Selection,
  userId: string,
  local: Store,
): Item[] {
  if (cart) return chosenItems(local, userId);
  const pieces = Number(quantity);
  if (!productId || !Number.isSafeInteger(pieces) || pieces < 1) return [];
  return [{ productId, quantity: pieces, ...(serialNumber && { serialNumber }) }];
}
