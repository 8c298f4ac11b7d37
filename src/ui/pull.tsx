import { css } from 'goober';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApp } from '../core/app';
import { hidden } from './looks';

/** How far the finger goes, in px, until letting go refreshes. */
const enough = 64;

const dots = 'M06 6h.01M24 6h.01M42 6h.01M60 6h.01M78 6h.01';
/** Characters of one of them. */
const dot = dots.length / 5;

const pull = css`
  position: relative;
  & > svg {
    position: absolute;
    top: -28px;
    left: 50%;
    margin-left: -42px;
    opacity: 0;
  }
  &[data-busy] > svg {
    animation: cp-breathe 1s infinite ease-in-out;
  }
`;

/** Whether everything around `from` that scrolls is at its top. */
function atTop(from: HTMLElement): boolean {
  for (let node: Element | null = from; node; node = node.parentElement) if (node.scrollTop > 0) return false;
  return !from.ownerDocument.scrollingElement?.scrollTop;
}

/** Pulling lights the rack, dot by dot; a full rack refreshes. */
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
    try {
      await now.current.onRefresh();
    } finally {
      setBusy(false);
    }
  };

  useEffect(() => {
    const element = area.current!;
    const [rack, body] = [element.children[1] as SVGElement, element.children[2] as HTMLElement];
    let start: number | undefined;
    let far = 0;
    const show = (by: number, smooth: boolean) => {
      far = by;
      body.style.transition = rack.style.transition = smooth ? 'transform .25s, opacity .25s' : '';
      body.style.transform = by ? `translateY(${by}px)` : '';
      rack.style.transform = `translateY(${by}px)`;
      rack.style.opacity = String(Math.min(1, by / enough));
      lit.current!.setAttribute('d', dots.slice(0, dot * Math.floor((by / enough) * 5)));
    };
    const begin = (event: TouchEvent) => {
      start =
        !now.current.busy && event.touches.length === 1 && atTop(element)
          ? event.touches[0]!.clientY
          : undefined;
    };
    const move = (event: TouchEvent) => {
      if (start === undefined) return;
      const by = event.touches[0]!.clientY - start;
      if (by < 0 && !far) start = undefined;
      if (start === undefined || (by < 8 && !far)) return;
      if (event.cancelable) event.preventDefault();
      show(Math.max(0, Math.min(by / 2, enough * 1.4)), false);
    };
    const end = async () => {
      if (start === undefined || !far) return;
      start = undefined;
      if (far < enough) return show(0, true);
      show(enough * 0.75, true);
      lit.current!.setAttribute('d', dots);
      await refresh();
      show(0, true);
    };
    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('touchmove', move, { passive: false });
    element.addEventListener('touchend', end);
    element.addEventListener('touchcancel', end);
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchmove', move);
      element.removeEventListener('touchend', end);
      element.removeEventListener('touchcancel', end);
    };
  }, []);

  return (
    <div className={pull} ref={area} data-busy={busy || undefined}>
      <button type="button" className={hidden} onClick={() => void refresh()}>
        {t(busy ? 'common.refresh.busy' : 'common.refresh.pull')}
      </button>
      <svg
        width="84"
        height="12"
        viewBox="0 0 84 12"
        fill="none"
        strokeLinecap="round"
        strokeWidth="8"
        aria-hidden="true"
      >
        <path d={dots} stroke="var(--cp-unlit)" />
        <path ref={lit} stroke="var(--cp-lit)" />
      </svg>
      <div>{children}</div>
    </div>
  );
}
