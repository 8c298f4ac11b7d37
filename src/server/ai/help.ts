import type { HelpText } from '../../contract/support/ai';
import { byLocale, type Locale } from '../kernel/messages';

const texts = byLocale((locale): readonly (HelpText & { ask: string })[] =>
  require(`../../../i18n/${locale}/help.json`),
);

/** The product's help texts; `ask` lists other words that members use for the topic. */
export const helpTexts = (locale: Locale) => texts[locale];

/** The texts with these ids, in this order, as they are shown. */
export const helpOf = (locale: Locale, ids: readonly string[]): HelpText[] =>
  ids.flatMap((id) => {
    const found = helpTexts(locale).find((text) => text.id === id);
    if (!found) return [];
    const { ask: _, ...text } = found;
    return [text];
  });
