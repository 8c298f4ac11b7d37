/** Milliseconds within which the member may move on to another field. */
const delayMs = 100;

/**
 * iOS's WeChat leaves the page scrolled up when its keyboard closes, so that taps miss their targets. Scrolling to the current position
 * fixes that. Call it when a field loses the focus; does nothing elsewhere.
 */
export function restoreScroll(agent = navigator.userAgent): void {
  if (!/iP(hone|ad|od).*MicroMessenger/i.test(agent)) return;
  setTimeout(() => {
    const { activeElement, body } = document;
    if (!activeElement || activeElement === body) scrollTo(scrollX, scrollY);
  }, delayMs);
}
