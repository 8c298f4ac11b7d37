import { useEffect } from 'react';
import type { Item } from '../../contract/buying/products';
import { type App, useApp } from '../app';
import type { Store } from '../platform';
import { parseFields } from '../text/json';

/** An item of the cart. `chosen`: part of the next order. */
export interface CartLine extends Item {
  chosen: boolean;
}

const key = 'cart';
/** Maximum number of lines of one order (the contract's rule for `items`). */
export const mostLines = 20;
/** Maximum number of pieces of a line, independent of stock. */
const mostPieces = 9999;

/** The stored carts of all members of this phone: of any shape. */
const readAll = (local: Store) => parseFields(local.get(key));

function lineOf(stored: Partial<CartLine> | null): CartLine[] {
  const { productId, quantity = 0, chosen } = stored ?? {};
  const isValidQuantity = Number.isInteger(quantity) && quantity >= 1 && quantity <= mostPieces;
  return typeof productId === 'string' && isValidQuantity
    ? [{ productId, quantity, chosen: chosen !== false }]
    : [];
}

/** A member's cart as it is stored on the phone under `cart`; invalid lines are dropped. */
export function readCart(local: Store, userId: string): CartLine[] {
  const stored = readAll(local)[userId];
  return Array.isArray(stored) ? stored.flatMap(lineOf).slice(0, mostLines) : [];
}

export function writeCart(local: Store, userId: string, lines: CartLine[]) {
  const { [userId]: _, ...others } = readAll(local);
  const all = lines.length ? { ...others, [userId]: lines } : others;
  local.set(key, Object.keys(all).length ? JSON.stringify(all) : undefined);
}

/** The owner of the cart, and its storage. */
type Owner = Pick<App, 'platform' | 'state'>;
const ownerId = ({ state }: Owner) => state.userInfo.peek()?.userId ?? '';
const read = (owner: Owner) => readCart(owner.platform.local, ownerId(owner));

/** Changes the stored cart, not the visible one, because another tab may have changed it. */
function changeCart(owner: Owner, change: (lines: CartLine[]) => CartLine[]) {
  const lines = change(read(owner));
  writeCart(owner.platform.local, ownerId(owner), lines);
  owner.state.cart.value = lines;
}

/** Adds pieces to the cart, or to an existing line. Returns false if there is no room for another line. */
export function addToCart(owner: Owner, { productId, quantity }: Item, most: number): boolean {
  const lines = read(owner);
  const present = lines.find((line) => line.productId === productId);
  if (!present && lines.length >= mostLines) return false;
  const pieces = Math.min((present?.quantity ?? 0) + quantity, most);
  const line = { productId, quantity: pieces, chosen: true };
  changeCart(owner, () => (present ? lines.map((one) => (one === present ? line : one)) : [...lines, line]));
  return true;
}

/** The chosen lines as items of an order. */
export const chosenItems = (local: Store, userId: string): Item[] =>
  readCart(local, userId)
    .filter((line) => line.chosen)
    .map(({ productId, quantity }) => ({ productId, quantity }));

/** Removes the ordered lines from the cart. */
export const removeChosen = (owner: Owner) =>
  changeCart(owner, (lines) => lines.filter((line) => !line.chosen));

/** The cart of the signed-in member, and the function that changes it. */
export function useCart(): [CartLine[], (change: (lines: CartLine[]) => CartLine[]) => void] {
  const app = useApp();
  const { cart } = app.state;
  const lines = cart.value ?? read(app);
  useEffect(() => {
    const newest = read(app); // another tab may have changed it since
    if (JSON.stringify(newest) !== JSON.stringify(lines)) cart.value = newest;
  }, []);
  return [lines, (change) => changeCart(app, change)];
}
