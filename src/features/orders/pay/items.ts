import type { Item } from '../../../contract/buying/products';
import type { Store } from '../../../core/platform';
import { chosenItems } from '../../../core/purchase/cart';

/** How the store says what is to be paid: query parameters, or the chosen lines of the cart. */
interface Selection {
  productId?: string;
  quantity?: string;
  serialNumber?: string;
  cart?: string;
}

/** The goods to be paid; none when the link is incomplete or the cart is empty. */
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
