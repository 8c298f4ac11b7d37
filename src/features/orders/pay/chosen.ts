import type { Item } from '../../../contract/products';
import type { Store } from '../../../platform/platform';

/** How the store says what is to be paid: query parameters, or the chosen lines of the cart. */
export interface Chosen {
  productId?: string;
  quantity?: string;
  serialNumber?: string;
  coupon?: string;
  cart?: string;
}

type Line = Item & { chosen?: boolean };
const key = 'cart';

function read(local: Store): Record<string, Line[]> {
  try {
    const all = JSON.parse(local.get(key) ?? '{}');
    return all && typeof all === 'object' ? all : {};
  } catch {
    return {}; // half of a cart is none
  }
}

const linesOf = (local: Store, userId: string) => {
  const lines = read(local)[userId];
  return Array.isArray(lines) ? lines : [];
};

/** The goods to be paid; none when the link is incomplete or the cart is empty. */
export function itemsOf(chosen: Chosen, userId: string, local: Store): Item[] {
  const { productId, quantity = '1', serialNumber, cart } = chosen;
  if (cart) {
    return linesOf(local, userId)
      .filter((line) => line?.chosen)
      .map(({ productId, quantity }) => ({ productId, quantity }));
  }
  const pieces = Number(quantity);
  if (!productId || !Number.isSafeInteger(pieces) || pieces < 1) return [];
  return [{ productId, quantity: pieces, ...(serialNumber && { serialNumber }) }];
}

/** What was ordered leaves the cart. */
export function forget({ cart }: Chosen, userId: string, local: Store) {
  if (!cart) return;
  const rest = linesOf(local, userId).filter((line) => !line?.chosen);
  local.set(key, JSON.stringify({ ...read(local), [userId]: rest }));
}
