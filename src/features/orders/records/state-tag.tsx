import { type FailReason, type Order, OrderState } from '../../../contract/buying/orders';
import { useApp } from '../../../core/app';
import type { Translate } from '../../../core/text/i18n';
import { Tag } from '../../../ui/display/tag';

const names = {
  [OrderState.waiting]: 'waiting',
  [OrderState.successful]: 'paid',
  [OrderState.confirming]: 'confirming',
  [OrderState.failed]: 'failed',
} as const;
const tones = {
  [OrderState.waiting]: 'warn',
  [OrderState.successful]: 'good',
  [OrderState.confirming]: 'info',
  [OrderState.failed]: 'quiet',
} as const;

/** The payment states of spec §4 as text; a failed order shows the reason. */
export const stateText = (state: OrderState, t: Translate, reason?: FailReason) =>
  state === OrderState.failed && reason ? t(`orders.reasons.${reason}`) : t(`orders.states.${names[state]}`);

/** Whether the whole payment was refunded: such an order is grey everywhere. */
export const isRefunded = ({
  state,
  refunded,
  paidAmount,
}: Pick<Order, 'state' | 'refunded' | 'paidAmount'>) =>
  state === OrderState.successful && refunded > 0 && refunded >= paidAmount;

export function StateTag({ of }: { of: Pick<Order, 'state' | 'failReason' | 'refunded' | 'paidAmount'> }) {
  const { t } = useApp();
  if (isRefunded(of)) return <Tag>{t('orders.states.refunded')}</Tag>;
  return <Tag tone={tones[of.state]}>{stateText(of.state, t, of.failReason)}</Tag>;
}
