/** Milliseconds within which the member has gone on to another field, or has not. */
const delayMs = 100;

/**
 * iOS's WeChat leaves the page pushed up when its keyboard goes, and taps then miss what they seem to hit. Scrolling to where
 * it is already puts that right. To be called when a field is left; does nothing anywhere else.
 */
export function restoreScroll(agent = navigator.userAgent): void {
  if (!/iP(hone|ad|od).*MicroMessenger/i.test(agent)) return;
  setTimeout(() => {
    const { activeElement, body } = document;
    if (!activeElement || activeElement === body) scrollTo(scrollX, scrollY);
  }, delayMs);
}
