import { type ComponentType, useEffect, useState } from 'react';
import { getNeedConfirm, type Notice } from '../../contract/support/notices';
import { useApp } from '../../core/app';
import { fetchOrThrow } from '../../core/data/query';
import { asFailure } from '../../core/http/failure';
import { useLocation } from '../../core/navigation/location';
import type { Screen } from '../../core/navigation/screen';
import { mustConfirm } from '../../features/notices/routes';
import type { Settled } from './settled';

export interface Confirming {
  find(path: string): Screen | undefined;
  settled: Settled;
}

/** Over the screens for members only, but not over sign-in and payment: notices that have to be confirmed (spec §7). */
export function MustConfirm({ find, settled }: Confirming) {
  const { bring, platform, send, session } = useApp();
  const { path } = useLocation();
  const who = session.userInfo.value?.userId;
  // biome-ignore lint/suspicious/noExplicitAny: the door of an overlay does not know what its component is given
  const [overlay, setOverlay] = useState<{ who: string; items: Notice[]; Overlay: ComponentType<any> }>();
  const ready = settled.is.value;
  const open = ready && !!who && find(path.slice(1))?.guard !== 'anyone';
  useEffect(() => {
    if (!open) return;
    const ask = async () => {
      try {
        const { items } = await fetchOrThrow(send, getNeedConfirm, {}, 'never');
        const Overlay = items.length ? await bring(mustConfirm) : undefined;
        if (Overlay) setOverlay({ who, items, Overlay });
      } catch (error) {
        asFailure(error); // requested again when the page is shown again
      }
    };
    void ask();
    return platform.onShow(ask);
  }, [who, open]);
  return open && overlay?.who === who ? <overlay.Overlay items={overlay.items} /> : null;
}
