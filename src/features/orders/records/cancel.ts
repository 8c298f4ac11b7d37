import { cancelOrder } from '../../../contract/orders';
import { queryPay } from '../../../contract/payments';
import { useApp } from '../../../core/app';
import { useAgreed } from '../../../core/data/confirmed-mutation';
import { demand } from '../../../core/data/query';
import { shown } from '../shown';
import { stateText } from './state-tag';

/** Gives up an order that waits. One query comes before: money that has arrived meanwhile is not given up. */
export function useCancel(orderNo: string) {
  const { send, t } = useApp();
  const { busy, go } = useAgreed({
    question: {
      text: t('orders.cancel.text'),
      yes: t('orders.cancel.yes'),
      no: t('orders.cancel.no'),
      danger: true,
    },
    async act(requestKey) {
      const { state } = await demand(send, queryPay, { orderNo }, 'now');
      if (state !== 0) return stateText(state, t);
      await demand(send, cancelOrder, { orderNo, requestKey }, 'now');
      return t('orders.result.canceled');
    },
    shown,
  });
  return { busy, cancel: go };
}
