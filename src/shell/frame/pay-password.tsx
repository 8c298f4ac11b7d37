import { type ComponentType, useEffect, useState } from 'react';
import { asFailure } from '../../core/http/failure';
import type { PayProofs } from '../../core/http/pay-proof';
import { payPasswordSheet } from '../../features/pay-password/screens';
import type { LazyScreens } from './lazy-screen';

export interface Paying {
  proofs: PayProofs;
  lazyScreens: LazyScreens;
}

/** Over the screen whose call waits for the payment password. Its code comes when it is first asked for. */
export function PayPassword({ proofs, lazyScreens }: Paying) {
  const request = proofs.current.value;
  // biome-ignore lint/suspicious/noExplicitAny: the door of an overlay does not know what its component is given
  const [Sheet, show] = useState<ComponentType<any>>();
  useEffect(() => {
    if (!request || Sheet) return;
    lazyScreens.bring(payPasswordSheet).then(
      (Shown) => (Shown ? show(() => Shown) : request.answer()),
      (error) => {
        asFailure(error); // the member is told by the call that was waiting: it was refused
        request.answer();
      },
    );
  }, [request]);
  return request && Sheet ? <Sheet {...request} /> : null;
}
