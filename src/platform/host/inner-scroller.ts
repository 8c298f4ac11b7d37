/** From here on a box scrolls as smoothly as a page does, and what is fixed in it stays where it is. */
const firstVersion = 13;

/**
 * WeChat on iPhones lets a page be dragged down, and shows whose it is above, whatever the page says; a page that is longer than what is
 * seen is moved by the keyboard and by WeChat's bar below. So nothing of the page itself scrolls there, but a box in it does, which is as
 * high as what is seen. Answers that box; nothing anywhere else.
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
