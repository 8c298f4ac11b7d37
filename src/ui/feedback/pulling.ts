import type { Pull } from '../../core/app';

/** How far the finger goes, in px, until letting go refreshes. */
const enough = 64;

/** Whether everything around `from` that scrolls is at its top. */
function atTop(from: HTMLElement): boolean {
  for (let node: Element | null = from; node; node = node.parentElement) if (node.scrollTop > 0) return false;
  return !from.ownerDocument.scrollingElement?.scrollTop;
}

export const pull: Pull = ({ area, lit, isBusy, refresh }) => {
  const rack = lit.ownerSVGElement;
  if (!rack) return;
  const dots = lit.getAttribute('d') ?? '';
  /** Characters of one of them. */
  const dot = dots.length / 5;
  const moving = [rack, area.lastElementChild as HTMLElement];
  let start: Touch | undefined;
  let far = 0;
  const show = (by: number, smooth?: boolean) => {
    far = by;
    for (const { style } of moving) {
      style.transition = smooth ? 'transform .25s' : '';
      style.transform = by ? `translateY(${by}px)` : '';
    }
    rack.style.opacity = by ? '1' : '';
    lit.setAttribute('d', dots.slice(0, dot * Math.floor((by / enough) * 5)));
  };
  const end = async () => {
    const pulled = far;
    start = undefined;
    if (pulled >= enough) {
      show(enough, true);
      await refresh();
    }
    if (pulled) show(0, true);
  };
  // the listeners go with the element that they are on; React's own could not stop the page from scrolling along
  area.addEventListener(
    'touchstart',
    ({ touches }) => {
      start = !isBusy() && touches.length === 1 && atTop(area) ? touches[0] : undefined;
    },
    { passive: true },
  );
  area.addEventListener(
    'touchmove',
    (event) => {
      const touch = event.touches[0];
      if (!start || !touch) return;
      const { clientX, clientY } = touch;
      const by = clientY - start.clientY;
      // up, or sideways: the page's, or a row's that scrolls
      if (!far && by < Math.max(8, Math.abs(clientX - start.clientX))) {
        if (by < -8 || Math.abs(clientX - start.clientX) > 8) start = undefined;
        return;
      }
      if (event.cancelable) event.preventDefault();
      show(Math.max(1, Math.min(by / 2, enough * 1.4)));
    },
    { passive: false },
  );
  area.addEventListener('touchend', end);
  area.addEventListener('touchcancel', end);
};
