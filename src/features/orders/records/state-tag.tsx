import type { FailReason, OrderState } from '../../../contract/orders';
import { useApp } from '../../../core/app';
import type { Translate } from '../../../core/text/i18n';
import { Tag } from '../../../ui/display/tag';

const names = { 0: 'waiting', 1: 'paid', [-3]: 'confirming', [-1]: 'failed' } as const;
const tones = { 0: 'warn', 1: 'good', [-3]: 'warn', [-1]: 'quiet' } as const;

/** The payment states of spec §4 in words; a failed order says why. */
export const stateText = (state: OrderState, t: Translate, reason?: FailReason) =>
  state === -1 && reason ? t(`orders.reasons.${reason}`) : t(`orders.states.${names[state]}`);

export function StateTag({ state, reason }: { state: OrderState; reason?: FailReason | undefined }) {
  const { t } = useApp();
  return <Tag tone={tones[state]}>{stateText(state, t, reason)}</Tag>;
}
