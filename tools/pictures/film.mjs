/** @import { Page } from '@playwright/test' */

/**
 * A series of numbered pictures. The step that it returns acts, and takes a picture of the result; a step that fails is listed in `failed`,
 * and the series goes on.
 * @param {string} start beginning of the files' names
 * @param {string[]} failed
 */
export function createFilm(start, failed) {
  let number = 0;
  /** @param {Page} page @param {string} name @param {() => Promise<unknown>} act */
  return async (page, name, act) => {
    number += 1;
    const title = `${`${number}`.padStart(2, '0')}-${name}`;
    try {
      await act();
    } catch (error) {
      failed.push(`${start} ${title}: ${/** @type {Error} */ (error).message.split('\n')[0]}`);
    }
    await page.waitForLoadState('networkidle').catch(() => {});
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${start}.${title}.png`, animations: 'disabled' });
  };
}
