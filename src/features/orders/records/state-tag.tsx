import { type FailReason, OrderState } from '../../../contract/orders';
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
  [OrderState.confirming]: 'warn',
  [OrderState.failed]: 'quiet',
} as const;

/** The payment states of spec §4 in words; a failed order says why. */
export const stateText = (state: OrderState, t: Translate, reason?: FailReason) =>
  state === OrderState.failed && reason ? t(`orders.reasons.${reason}`) : t(`orders.states.${names[state]}`);

export function StateTag({ state, reason }: { state: OrderState; reason?: FailReason | undefined }) {
  const { t } = useApp();
  return <Tag tone={tones[state]}>{stateText(state, t, reason)}</Tag>;
}
