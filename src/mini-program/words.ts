import type messages from '../../i18n/en/mini-program.json';
import type { Locale } from '../contract/wire/locale';

export type Words = typeof messages;

/** Buttons of a dialog have room for four characters (`wx.showModal`). esbuild bundles the file of each folder in `i18n`. */
export const wordsIn = (locale: Locale): Words => require(`../../i18n/${locale}/mini-program.json`);
