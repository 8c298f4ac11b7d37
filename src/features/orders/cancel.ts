import { useRef, useState } from 'react';
import { cancelOrder } from '../../contract/orders';
import { queryPay } from '../../contract/payments';
import { useApp } from '../../core/app';
import { Failure } from '../../core/failure';
import { demand } from '../../core/query';
import { uuid } from '../../core/uuid';
import { shown } from './shown';
import { stateText } from './state-tag';

/**
 * Gives up an order that waits, once the member has agreed. One query comes before: money that has arrived meanwhile is
 * not given up. What the server refuses is said in its words.
 */
export function useCancel(orderNo: string) {
  const { send, queries, notices, t } = useApp();
  const [busy, setBusy] = useState(false);
  const under = useRef(false);
  const key = useRef(uuid());

  async function give() {
    const { state } = await demand(send, queryPay, { orderNo }, 'now');
    if (state !== 0) return stateText(state, t);
    await demand(send, cancelOrder, { orderNo, requestKey: key.current }, 'now');
    return t('orders.result.canceled');
  }

  async function cancel() {
    if (under.current) return;
    under.current = true;
    try {
      const yes = await notices.ask({
        text: t('orders.cancel.text'),
        yes: t('orders.cancel.yes'),
        no: t('orders.cancel.no'),
        danger: true,
      });
      if (!yes) return;
      setBusy(true);
      notices.say(await give());
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
  return { busy, cancel };
}
