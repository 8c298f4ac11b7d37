import { call } from '../wire/call';
import type * as rules from './categories.rules';
import type { BatchAnswer } from './goods';

/** A shelf of a member's shop. */
export interface GoodsCategory {
  id: string;
  name: string;
  /** Goods in it. */
  goods: number;
}

/** The platform's own categories. */
export interface PlatformCategory {
  id: string;
  name: string;
  /** Whether the member has taken it. */
  taken: boolean;
}

/** All of the member's, in the member's order, and how many goods lie in none. */
export const listCategory = call<typeof rules.listCategory, { items: GoodsCategory[]; none: number }>(
  'dbbMini/listCategory',
  { embed: { first: { shop: {} }, scopes: ['shop:read'], fields: { name: 'public' } } },
);
export const listAdminCategory = call<typeof rules.listAdminCategory, { items: PlatformCategory[] }>(
  'dbbMini/listAdminCategory',
  { embed: { scopes: ['shop:read'], fields: { name: 'public' } } },
);
/**
 * Adds one by its name, or some from the platform's list, at the end. Refused (5001) with `problems.name` when there is one
 * of that name; (500) above 100, and without a shop. What was taken before is left out.
 */
export const addCategory = call<typeof rules.addCategory, { items: GoodsCategory[] }>('dbbMini/addCategory', {
  once: true,
  stale: () => [listCategory, listAdminCategory],
  embed: { scopes: ['shop:write'], fields: { name: 'public' } },
});
/** Renames a category or moves it. Refused (500) when it is nobody's or another member's; (5001) with `problems.name`. */
export const editCategory = call<typeof rules.editCategory, GoodsCategory>('dbbMini/editCategory', {
  once: 'latest',
  stale: () => [listCategory, listAdminCategory],
  embed: { scopes: ['shop:write'], fields: { name: 'public' } },
});
/** Removes those that are empty; one in use stays, and says so. */
export const deleteBatchCategory = call<typeof rules.deleteBatchCategory, BatchAnswer>(
  'dbbMini/deleteBatchCategory',
  { once: true, stale: () => [listCategory, listAdminCategory] },
);
