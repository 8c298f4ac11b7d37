import { css } from 'goober';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApp } from '../../core/app';
import { hidden } from '../styles';

const pull = css`
  position: relative;
  z-index: 0;
  & > button:focus {
    width: auto;
    height: auto;
    clip: auto;
  }
`;

/** Pull-to-refresh, if the app handles pulling (`onPull`); in an embed the page does. The button is for members who cannot pull. */
export function PullToRefresh({ onRefresh, children }: { onRefresh(): Promise<void>; children?: ReactNode }) {
  const { onPull, t } = useApp();
  const [busy, setBusy] = useState(false);
  const area = useRef<HTMLDivElement>(null);
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
        if (area.current) pull({ area: area.current, isBusy: () => now.current.busy, refresh });
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
      <div>{children}</div>
    </div>
  );
}
