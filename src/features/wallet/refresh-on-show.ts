import { useEffect, useRef } from 'react';
import { useApp } from '../../core/app';

/** Refreshes whenever the page is shown again, so that changes made in the back office appear. */
export function useRefreshOnShow(refresh: () => void) {
  const { platform } = useApp();
  const newest = useRef(refresh);
  newest.current = refresh;
  useEffect(() => platform.onShow(() => newest.current()), [platform]);
}
