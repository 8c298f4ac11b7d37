import { call } from '../wire/call';
import type * as rules from './categories.rules';
import type { BatchAnswer } from './goods';

/** A category of a member's shop. */
export interface GoodsCategory {
  id: string;
  name: string;
  /** Number of goods in it. */
  goods: number;
}

/** The platform's own categories. */
export interface PlatformCategory {
  id: string;
  name: string;
  /** Whether the member has added it. */
  taken: boolean;
}

/** All of the member's categories, in the member's order, and the number of goods without a category. */
export const listCategory = call<typeof rules.listCategory, { items: GoodsCategory[]; none: number }>(
  'dbbMini/listCategory',
  { oldest: '5 s', embed: { first: { shop: {} }, scopes: ['shop:read'], fields: { name: 'public' } } },
);
export const listAdminCategory = call<typeof rules.listAdminCategory, { items: PlatformCategory[] }>(
  'dbbMini/listAdminCategory',
  { embed: { scopes: ['shop:read'], fields: { name: 'public' } } },
);
/**
 * Adds one by its name, or some from the platform's list, at the end. Refused (5001) with `problems.name` if the name exists; (500) above
 * 100, and without a shop. Categories that were added before are skipped.
 */
export const addCategory = call<typeof rules.addCategory, { items: GoodsCategory[] }>('dbbMini/addCategory', {
  once: true,
  stale: () => [listCategory, listAdminCategory],
  embed: { scopes: ['shop:write'], fields: { name: 'public' } },
});
/** Renames a category or moves it. Refused (500) if it does not exist or belongs to another member; (5001) with `problems.name`. */
export const editCategory = call<typeof rules.editCategory, GoodsCategory>('dbbMini/editCategory', {
  once: 'latest',
  stale: () => [listCategory, listAdminCategory],
  embed: { scopes: ['shop:write'], fields: { name: 'public' } },
});
/** Removes empty categories; one with goods stays, and the answer says so. */
export const deleteBatchCategory = call<typeof rules.deleteBatchCategory, BatchAnswer>(
  'dbbMini/deleteBatchCategory',
  { once: true, stale: () => [listCategory, listAdminCategory] },
);
