import { useEffect } from 'react';
import { useApp } from '../../core/app';
import type { Settled } from './settled';

/** The stored data of the member is from their last visit: it is refreshed when the app is opened or shown again. */
export function useRenewal(settled: Settled) {
  const { platform, renew, session } = useApp();
  const ready = settled.is.value;
  const who = session.userInfo.value?.userId;
  useEffect(() => {
    if (!ready || !who) return;
    const ask = () => void renew();
    ask();
    return platform.onShow(ask);
  }, [ready, who]);
}
