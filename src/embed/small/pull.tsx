import { css } from 'goober';
import { type ReactNode, useState } from 'react';
import { useApp } from '../../core/app';
import { hidden } from '../../ui/styles';

const area = css`
  & > button:focus {
    width: auto;
    height: auto;
    clip: auto;
  }
`;

/** In place of `ui/pull`: pulling is the page's. Whoever uses the keyboard, or listens, finds the button. */
export function PullToRefresh({ onRefresh, children }: { onRefresh(): Promise<void>; children?: ReactNode }) {
  const { t } = useApp();
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    await onRefresh().finally(() => setBusy(false));
  };
  return (
    <div className={area}>
      <button type="button" className={hidden} disabled={busy} onClick={refresh}>
        {t(busy ? 'common.refresh.busy' : 'common.refresh.pull')}
      </button>
      <div>{children}</div>
    </div>
  );
}
