import { useEffect, useRef } from 'react';
import { useApp } from '../../core/app';

/** Asks again whenever the phone comes back to us: what the desk has done meanwhile is seen. */
export function useShown(refresh: () => void) {
  const { platform } = useApp();
  const now = useRef(refresh);
  now.current = refresh;
  useEffect(() => platform.onShow(() => now.current()), [platform]);
}
