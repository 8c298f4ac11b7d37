import { cancelOrder, OrderState } from '../../../contract/buying/orders';
import { queryPay } from '../../../contract/buying/payments';
import { useApp } from '../../../core/app';
import { useConfirmedMutation } from '../../../core/data/confirmed-mutation';
import { fetchOrThrow } from '../../../core/data/query';
import { orderQueries } from '../queries';
import { stateText } from './state-tag';

/** Cancels an unpaid order. One payment query comes first, so that money that has arrived meanwhile is not ignored. */
export function useCancelOrder(orderNo: string) {
  const { queries, send, t } = useApp();
  const { pending, mutate } = useConfirmedMutation({
    async act(orderNo: string) {
      const { state } = await fetchOrThrow(send, queryPay, { orderNo }, 'now');
      if (state !== OrderState.waiting) {
        queries.changed(...orderQueries);
        return stateText(state, t);
      }
      await fetchOrThrow(send, cancelOrder, { orderNo }, 'now');
      return t('orders.result.canceled');
    },
  });
  const cancel = () =>
    mutate(orderNo, {
      text: t('records.cancel.text'),
      yes: t('records.cancel.yes'),
      no: t('records.cancel.no'),
      danger: true,
    });
  return { busy: !!pending, cancel };
}
