/** @import { BrowserContext, CDPSession, Locator, Page } from '@playwright/test' */

// A finger, and the time from its tap until the paint after it, by the engine's own times (Event Timing).

/** In every document: keeps the events that belong to a tap, with the milliseconds until the paint after them. */
function keepTaps() {
  const taps = /** @type {{ name: string, ms: number, waited: number, ran: number }[]} */ ([]);
  Object.assign(window, { taps });
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) {
      const { interactionId, name, duration, startTime, processingStart, processingEnd } =
        /** @type {PerformanceEventTiming & { interactionId: number }} */ (one);
      if (!interactionId) continue;
      taps.push({
        name,
        ms: duration,
        waited: processingStart - startTime,
        ran: processingEnd - processingStart,
      });
    }
  }).observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: 16 }));
}

/** @param {BrowserContext} context */
export const watchTaps = (context) => context.addInitScript(keepTaps);

/**
 * Enlarges the browser's window. Playwright makes it as large as the page, and the browser's own bars then push the lower end of the page out
 * of it. A paint that changes only that end is not shown, and the engine reports it with the next one that is shown, up to half a second later.
 * @param {CDPSession} client of a page
 */
export async function showWhole(client) {
  const { windowId } = await client.send('Browser.getWindowForTarget');
  await client.send('Browser.setWindowBounds', { windowId, bounds: { width: 500, height: 900 } });
}

/**
 * The longest event since the last call; undefined if all were faster than 16 ms.
 * @param {Page} page
 */
const worstTap = (page) =>
  page.evaluate(() => {
    /** @type {{ name: string, ms: number, waited: number, ran: number }[]} */
    const taps = Reflect.get(window, 'taps').splice(0);
    return taps.sort((a, b) => b.ms - a.ms)[0];
  });

/** @param {number} seconds */
export const rest = (seconds) => new Promise((settle) => setTimeout(settle, seconds * 1000));

/** In the page: brings an element into view; its middle, and whether a finger reaches it there. @param {Element} element */
function middleOf(element) {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const [box] = element.getClientRects();
  const x = (box?.left ?? 0) + (box?.width ?? 0) / 2;
  const y = (box?.top ?? 0) + (box?.height ?? 0) / 2;
  const under = document.elementFromPoint(x, y);
  const reached = !!under && (element.contains(under) || under.contains(element));
  return { x, y, over: reached ? '' : (under?.outerHTML.slice(0, 200) ?? 'nothing') };
}

/**
 * Taps an element with a finger, then waits. Returns the longest event of the tap; undefined if all were faster than 16 ms.
 * @param {CDPSession} client
 * @param {Page} page
 * @param {Locator} on
 * @param {number} seconds
 */
export async function timeTap(client, page, on, seconds) {
  await on.evaluate(middleOf);
  await rest(0.3); // the rows of a list that was scrolled
  const { x, y, over } = await on.evaluate(middleOf);
  if (over) throw new Error(`${on} is under ${over}`);
  await worstTap(page);
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await rest(0.07);
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await rest(seconds);
  return worstTap(page);
}
