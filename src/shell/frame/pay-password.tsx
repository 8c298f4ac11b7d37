import { type ComponentType, useEffect, useState } from 'react';
import { useApp } from '../../core/app';
import { asFailure } from '../../core/http/failure';
import type { PayProofs } from '../../core/http/pay-proof';
import { payPasswordSheet } from '../../features/pay-password/routes';

export interface Paying {
  proofs: PayProofs;
}

/** Over the screen whose call waits for the payment password. Its code comes when it is first asked for. */
export function PayPassword({ proofs }: Paying) {
  const { bring } = useApp();
  const request = proofs.current.value;
  // biome-ignore lint/suspicious/noExplicitAny: the door of an overlay does not know what its component is given
  const [Sheet, show] = useState<ComponentType<any>>();
  useEffect(() => {
    if (!request || Sheet) return;
    bring(payPasswordSheet).then(
      (PayPasswordDialog) => (PayPasswordDialog ? show(() => PayPasswordDialog) : request.answer()),
      (error) => {
        asFailure(error); // the member is told by the call that was waiting: it was refused
        request.answer();
      },
    );
  }, [request]);
  return request && Sheet ? <Sheet {...request} /> : null;
}
