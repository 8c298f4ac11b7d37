import { Dialogs } from '../ui/feedback/dialog';
import { useLeaving } from './frame/leaving';
import { type Confirming, MustConfirm } from './frame/must-confirm';
import { useOfflineWorker } from './frame/offline-worker';
import { type Paying, PayPassword } from './frame/pay-password';
import { type Preloading, usePreload, useTabs } from './frame/preload';
import { useRenewal } from './frame/renewal';
import { useTextSize } from './frame/text-size';
import { useUnread } from './frame/unread';
import { Wide } from './frame/wide';

export { upload as uploadPart } from '../features/pictures/routes';
export { pull } from '../ui/feedback/pulling';
export { createRowsWindow } from '../ui/layout/rows-window';
// Not needed for the first screen: loaded after it, or earlier on demand (navigation/deferred.ts).
export { BuyFirst, Incomplete, NotFound } from './frame/barred';
export { Offline } from './frame/offline';
export { askFirst } from './navigation/ask-first';
export { screens } from './navigation/screens';

/** Everything over the screens, and the counters beside them. */
export function Over(parts: Confirming & Paying & Preloading) {
  usePreload(parts);
  useTabs(parts);
  useUnread(parts.settled);
  useRenewal(parts.settled);
  useLeaving();
  useTextSize();
  useOfflineWorker(parts.settled);
  return (
    <>
      <MustConfirm {...parts} />
      <PayPassword {...parts} />
      <Dialogs />
      <Wide />
    </>
  );
}
