import type { Db } from '../db/database';
import type { Settings } from '../settings/settings';
import { providerOverHttp } from './provider-http';
import { sandboxProvider } from './sandbox';

/** A shop at its provider. Prices in fen per piece. */
export interface ProviderShop {
  name: string;
  introduction: string;
  goods: { number: string; name: string; description: string; price: number; stock: number }[];
}

/** An event of one of our goods in a shop. `seq` increases; a sale's `number` is the provider's own. */
export type ShopEvent = { seq: number; at: Date } & (
  | { kind: 'view'; goods: string; count: number }
  | { kind: 'sale'; goods: string; number: string; quantity: number }
  | { kind: 'return'; number: string }
);

/** The operator of the shops, which reports their sales. */
export interface ShopProvider {
  /** The shop with a number and its owner's code; undefined if they do not match. */
  find(number: string, code: string): Promise<ProviderShop | undefined>;
  /** Up to `limit` events after the given one, in order. */
  events(after: number, limit: number): Promise<ShopEvent[]>;
}

/** The configured provider; without configuration a sandbox, or none. */
export function shopProvider(
  db: Db,
  { sales, sandboxes }: Pick<Settings, 'sales' | 'sandboxes'>,
): ShopProvider | undefined {
  if (sales.provider) return providerOverHttp(sales.provider);
  return sandboxes ? sandboxProvider(db) : undefined;
}

/** Whether the sales that the member sees are simulated. */
export const isSandbox = ({ sales, sandboxes }: Pick<Settings, 'sales' | 'sandboxes'>): boolean =>
  !sales.provider && sandboxes;
