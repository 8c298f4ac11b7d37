import { type ComponentType, useEffect, useState } from 'react';
import { useApp } from '../../core/app';
import { asFailure } from '../../core/http/failure';
import type { PayProofs } from '../../core/http/pay-proof';
import type { OpenRoute } from '../../core/navigation/route';
import { secondStepSheet } from '../../features/auth/routes';
import { payPasswordSheet } from '../../features/pay-password/routes';

export interface Paying {
  proofs: PayProofs;
}

/** The sheet for the payment password, or for the second step of signing in, over the screen whose call needs it. Loaded on first use. */
export function PayPassword({ proofs }: Paying) {
  const { bring } = useApp();
  const request = proofs.current.value;
  // biome-ignore lint/suspicious/noExplicitAny: the door of an overlay does not know what its component is given
  const [{ Sheet, part }, show] = useState<{ Sheet?: ComponentType<any>; part?: OpenRoute }>({});
  const needed = request?.needs === 'secondCode' ? secondStepSheet : payPasswordSheet;
  useEffect(() => {
    if (!request || part === needed) return;
    bring(needed).then(
      (Sheet) => (Sheet ? show({ Sheet, part: needed }) : request.answer()),
      (error) => {
        asFailure(error); // the waiting call reports it to the member as a refusal
        request.answer();
      },
    );
  }, [request]);
  return request && Sheet && part === needed ? <Sheet {...request} /> : null;
}
