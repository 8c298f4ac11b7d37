import { css } from 'goober';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApp } from '../../core/app';
import { hidden } from '../styles';

const dots = 'M06 6h.01M24 6h.01M42 6h.01M60 6h.01M78 6h.01';

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

/** Pulling lights the rack, dot by dot; a full rack refreshes. Whoever cannot pull presses the button. */
export function PullToRefresh({ onRefresh, children }: { onRefresh(): Promise<void>; children?: ReactNode }) {
  const { onPull, t } = useApp();
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

  useEffect(
    () =>
      onPull?.((pull) => {
        if (area.current && lit.current)
          pull({ area: area.current, lit: lit.current, isBusy: () => now.current.busy, refresh });
      }),
    [],
  );

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
        <path ref={lit} d={dots} stroke="var(--cp-lit)" />
      </svg>
      <div>{children}</div>
    </div>
  );
}
