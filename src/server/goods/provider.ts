import type { Db } from '../db/database';
import type { Settings } from '../settings/settings';
import { providerOverHttp } from './provider-http';
import { sandboxProvider } from './sandbox';

/** A shop as its provider knows it. Prices in fen a piece. */
export interface ProviderShop {
  name: string;
  introduction: string;
  goods: { number: string; name: string; description: string; price: number; stock: number }[];
}

/** What happened to a good of ours in a shop. `seq` counts up; a sale's `number` is the provider's own. */
export type ShopEvent = { seq: number; at: Date } & (
  | { kind: 'view'; goods: string; count: number }
  | { kind: 'sale'; goods: string; number: string; quantity: number }
  | { kind: 'return'; number: string }
);

/** Who runs the shops that sell to customers, and tells what they sell. */
export interface ShopProvider {
  /** The shop that a number and its owner's code name; nothing when they do not fit. */
  find(number: string, code: string): Promise<ProviderShop | undefined>;
  /** Up to `limit` events after one, in order. */
  events(after: number, limit: number): Promise<ShopEvent[]>;
}

/** The provider that the settings name; without any it is a sandbox, or there is none. */
export function shopProvider(
  db: Db,
  { sales, sandboxes }: Pick<Settings, 'sales' | 'sandboxes'>,
): ShopProvider | undefined {
  if (sales.provider) return providerOverHttp(sales.provider);
  return sandboxes ? sandboxProvider(db) : undefined;
}

/** Whether what the member sees of sales is made up. */
export const isSandbox = ({ sales, sandboxes }: Pick<Settings, 'sales' | 'sandboxes'>): boolean =>
  !sales.provider && sandboxes;
