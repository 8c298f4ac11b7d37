// The texts of the shop, in every language of `i18n`. The build bundles this file; the others are served as they are.

import { byLocale } from '../../contract/wire/locale';

export { localeOf, locales } from '../../contract/wire/locale';
export const words = byLocale((locale) => require(`../../../i18n/${locale}/example-shop.json`));
