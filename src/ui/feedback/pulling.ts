import type { Pull } from '../../core/app';

/** Distance in px from which releasing refreshes. */
const enough = 64;

/** Whether every scrolling element around `from` is at its top. */
function atTop(from: HTMLElement): boolean {
  for (let node: Element | null = from; node; node = node.parentElement) if (node.scrollTop > 0) return false;
  return !from.ownerDocument.scrollingElement?.scrollTop;
}

/** Five lights along the rack. */
const dots = 'M06 6h.01M24 6h.01M42 6h.01M60 6h.01M78 6h.01';
/** Characters of one dot. */
const dot = dots.length / 5;
const style = 'position:absolute;z-index:-1;top:-36px;left:50%;margin-left:-42px;opacity:0';

/** Adds a rack of five lights above the pulled element; returns it, and its path, which lights as many dots as it contains. */
function putRack(area: HTMLElement): [SVGSVGElement, (path: string) => void] {
  const make = <T extends 'svg' | 'path'>(name: T, parent: Element, attributes: Record<string, string>) => {
    const element = area.ownerDocument.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  };
  const lights = { 'stroke-linecap': 'round', 'stroke-width': '8' };
  const rack = make('svg', area, { width: '84', height: '12', 'aria-hidden': 'true', ...lights });
  rack.style.cssText = style; // an attribute would be an inline style, which the page's policy blocks
  make('path', rack, { d: dots, stroke: 'var(--cp-unlit)' });
  const lit = make('path', rack, { stroke: 'var(--cp-lit)' });
  return [rack, (path) => lit.setAttribute('d', path)];
}

/** Pulling lights a rack, dot by dot; a full rack refreshes. */
export const pull: Pull = ({ area, isBusy, refresh }) => {
  const content = area.lastElementChild as HTMLElement;
  const [rack, light] = putRack(area);
  const moving = [rack, content];
  let start: Touch | undefined;
  let far = 0;
  const show = (by: number, smooth?: boolean) => {
    far = by;
    for (const { style } of moving) {
      style.transition = smooth ? 'transform .25s' : '';
      style.transform = by ? `translateY(${by}px)` : '';
    }
    rack.style.opacity = by ? '1' : '';
    light(dots.slice(0, dot * Math.floor((by / enough) * 5)));
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
  // the listeners are removed together with their element; React's own could not prevent the page from scrolling
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
      // up, or sideways: it scrolls the page, or a row
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
