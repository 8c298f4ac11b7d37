import { localeNames, messagesOf } from '../build/locales.mjs';

/** @import { Page } from '@playwright/test' */

/**
 * The text of a message in any of the languages.
 * @param {string} bundle
 * @param {(messages: any) => string} pick
 */
export const inAny = (bundle, pick) =>
  new RegExp(
    localeNames.map((locale) => pick(messagesOf(locale, bundle)).replace(/[?.]/g, '\\$&')).join('|'),
  );
/** @type {(page: Page, text: RegExp) => Promise<void>} */
export const words = (page, text) => page.getByText(text).first().waitFor();
