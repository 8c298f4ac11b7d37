import { css } from 'goober';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApp } from '../../core/app';
import { hidden } from '../styles';

/** How far the finger goes, in px, until letting go refreshes. */
const enough = 64;

const dots = 'M06 6h.01M24 6h.01M42 6h.01M60 6h.01M78 6h.01';
/** Characters of one of them. */
const dot = dots.length / 5;

const pull = css`
  position: relative;
  z-index: 0;
  & > svg {
    position: absolute;
    z-index: -1;
    top: -36px;
    left: 50%;
    margin-left: -42px;
    opacity: 0;
  }
  & > button:focus {
    width: auto;
    height: auto;
    clip: auto;
  }
`;

/** Whether everything around `from` that scrolls is at its top. */
function atTop(from: HTMLElement): boolean {
  for (let node: Element | null = from; node; node = node.parentElement) if (node.scrollTop > 0) return false;
  return !from.ownerDocument.scrollingElement?.scrollTop;
}

/** Pulling lights the rack, dot by dot; a full rack refreshes. Whoever cannot pull presses the button. */
export function PullToRefresh({ onRefresh, children }: { onRefresh(): Promise<void>; children?: ReactNode }) {
  const { t } = useApp();
  const [busy, setBusy] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const lit = useRef<SVGPathElement>(null);
  const now = useRef({ busy, onRefresh });
  now.current = { busy, onRefresh };

  const refresh = async () => {
    if (now.current.busy) return;
    setBusy(true);
    await now.current.onRefresh().finally(() => setBusy(false));
  };

  useEffect(() => {
    const element = area.current;
    const path = lit.current;
    const rack = path?.ownerSVGElement;
    if (!element || !path || !rack) return;
    const moving = [rack, element.lastElementChild as HTMLElement];
    let start: Touch | undefined;
    let far = 0;
    const show = (by: number, smooth?: boolean) => {
      far = by;
      for (const { style } of moving) {
        style.transition = smooth ? 'transform .25s' : '';
        style.transform = by ? `translateY(${by}px)` : '';
      }
      rack.style.opacity = by ? '1' : '';
      path.setAttribute('d', dots.slice(0, dot * Math.floor((by / enough) * 5)));
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
    element.addEventListener(
      'touchstart',
      ({ touches }) => {
        start = !now.current.busy && touches.length === 1 && atTop(element) ? touches[0] : undefined;
      },
      { passive: true },
    );
    element.addEventListener(
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
    element.addEventListener('touchend', end);
    element.addEventListener('touchcancel', end);
  }, []);

  return (
    <div className={pull} ref={area} data-busy={busy || undefined}>
      <span role="status" className={hidden}>
        {busy && t('common.refresh.busy')}
      </span>
      <button type="button" className={hidden} onClick={refresh}>
        {t('common.refresh.pull')}
      </button>
      <svg width="84" height="12" strokeLinecap="round" strokeWidth="8" aria-hidden="true">
        <path d={dots} stroke="var(--cp-unlit)" />
        <path ref={lit} stroke="var(--cp-lit)" />
      </svg>
      <div>{children}</div>
    </div>
  );
}
