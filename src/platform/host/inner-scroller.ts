/** From this version on a box scrolls as smoothly as a page, and fixed elements in it stay in place. */
const firstVersion = 13;

/**
 * WeChat on iPhones lets the member drag a page down and shows its origin above, whatever the page does; a page that is longer than the
 * visible area is also moved by the keyboard and by WeChat's bar below. Therefore the page itself does not scroll there, but a box in it
 * with the height of the visible area. Returns that box; undefined elsewhere.
 */
export function innerScroller(agent: string): HTMLElement | undefined {
  const [, version] = /iP(?:hone|ad|od).* OS (\d+)_.*MicroMessenger/i.exec(agent) ?? [];
  const box = document.getElementById('app');
  if (Number(version ?? 0) < firstVersion || !box) return;
  const { documentElement, body } = document;
  for (const { style } of [documentElement, body])
    Object.assign(style, { height: '100%', overflow: 'hidden' });
  Object.assign(box.style, { height: '100%', overflowY: 'auto', overscrollBehaviorY: 'none' });
  const fit = () => documentElement.style.setProperty('--cp-seen', `${box.clientHeight}px`);
  addEventListener('resize', fit);
  fit();
  return box;
}
