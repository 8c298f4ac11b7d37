import type { Category } from '../../../contract/buying/products';
import type { Translate } from '../../../core/text/i18n';

export type Chosen = 'all' | Category;
export const sorts = ['best', 'price', 'newest'] as const;

/** The categories in display order, each with its name. */
export const categories = (t: Translate): Record<Chosen, string> => ({
  all: t('store.category.all'),
  machines: t('store.category.machines'),
  membership: t('store.category.membership'),
  goods: t('store.category.goods'),
});

/** A category as the input of a call: absent for all. */
export const chosenOf = (chosen: Chosen) => (chosen === 'all' ? {} : { category: chosen });
