import { useRef, useState } from 'react';
import { revokeWithdrawal, type Withdrawal } from '../../contract/wallet';
import { useApp } from '../../core/app';
import { Failure } from '../../core/failure';
import { money } from '../../core/format';
import { demand } from '../../core/query';
import { uuid } from '../../core/uuid';
import { shown } from './shown';

/** Takes an application back, once the member has agreed. What the server refuses is said in its words. */
export function useRevoke({ id, amount, source }: Withdrawal) {
  const { send, queries, notices, t } = useApp();
  const [busy, setBusy] = useState(false);
  const under = useRef(false);
  const key = useRef(uuid());

  async function revoke() {
    if (under.current) return;
    under.current = true;
    const values = { amount: money(amount) };
    try {
      const yes = await notices.ask({
        title: t('wallet.revoke.title', values),
        text: t('wallet.revoke.text', { kind: t(`wallet.kinds.${source}`) }),
        yes: t('wallet.revoke.yes'),
        no: t('wallet.revoke.no'),
        danger: true,
      });
      if (!yes) return;
      setBusy(true);
      await demand(send, revokeWithdrawal, { id, requestKey: key.current }, 'now');
      notices.say(t('wallet.revoke.done', values));
      queries.changed(...shown);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.kind !== 'refused') return; // said by `send`; the same key goes out again
      key.current = uuid();
      notices.say(error.message);
      queries.changed(...shown);
    } finally {
      under.current = false;
      setBusy(false);
    }
  }
  return { busy, revoke };
}
