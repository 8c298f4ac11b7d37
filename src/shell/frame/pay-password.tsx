import { type ComponentType, useEffect, useState } from 'react';
import { useApp } from '../../core/app';
import { asFailure } from '../../core/http/failure';
import type { PayProofs } from '../../core/http/pay-proof';
import { payPasswordSheet } from '../../features/pay-password/routes';

export interface Paying {
  proofs: PayProofs;
}

/** The payment password sheet over the screen whose call needs it. Its code is loaded on first use. */
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
        asFailure(error); // the waiting call reports it to the member as a refusal
        request.answer();
      },
    );
  }, [request]);
  return request && Sheet ? <Sheet {...request} /> : null;
}
