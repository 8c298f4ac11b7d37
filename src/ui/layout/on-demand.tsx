import { type ComponentType, useEffect, useState } from 'react';
import { useApp } from '../../core/app';
import type { OpenRoute } from '../../core/navigation/route';

/**
 * A part that is shown once it has props, and loaded before that: it is available when the member taps, but not in the screen's own file.
 * `onLost`: it has props but cannot be loaded.
 */
export function OnDemand<P extends object>({
  of,
  give,
  onLost,
}: {
  of: OpenRoute;
  give: P | undefined;
  onLost(): void;
}) {
  const { bring, toasts, t } = useApp();
  const [{ Content }, setState] = useState<{ Content?: ComponentType<P> }>({});
  const isRequested = !!give;
  useEffect(() => {
    if (Content) return;
    let left = false;
    void bring(of).then((found) => {
      if (left) return;
      if (found) return setState({ Content: found as unknown as ComponentType<P> });
      if (!isRequested) return;
      toasts.show(t('common.failures.chunk'));
      onLost();
    });
    return () => {
      left = true;
    };
  }, [of, isRequested]);
  return Content && give ? <Content {...give} /> : null;
}
