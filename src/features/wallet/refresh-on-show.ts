import { useEffect, useRef } from 'react';
import { useApp } from '../../core/app';

/** Asks again whenever the phone comes back to us, so that what the desk has done meanwhile is seen. */
export function useRefreshOnShow(refresh: () => void) {
  const { platform } = useApp();
  const newest = useRef(refresh);
  newest.current = refresh;
  useEffect(() => platform.onShow(() => newest.current()), [platform]);
}
