import type { Texts } from '../../contract/wire/locale';
import more from './goods-texts.json';

/** A demo text in every language. Throws if its translations are missing in `goods-texts.json`. */
export function translated(en: string, zh: string): Texts & { en: string; zh: string } {
  const others = (more as Record<string, Omit<Texts, 'en' | 'zh'>>)[en];
  if (!others) throw new Error(`goods-texts.json has no “${en}”`);
  return { en, zh, ...others };
}
