import { WithdrawalStatus } from '../../../contract/money/wallet';
import { useApp } from '../../../core/app';
import { Tag } from '../../../ui/display/tag';

const tones = {
  applied: 'warn',
  approved: 'good',
  rejected: 'bad',
  remitted: 'good',
  revoked: 'quiet',
} as const;
type StatusName = keyof typeof WithdrawalStatus;
export const statusNames = Object.keys(WithdrawalStatus) as StatusName[];
const nameOf = (status: WithdrawalStatus) =>
  statusNames.find((name) => WithdrawalStatus[name] === status) ?? 'applied';

/** Whether the money has not been returned. */
export const keeps = (status: WithdrawalStatus) =>
  status !== WithdrawalStatus.rejected && status !== WithdrawalStatus.revoked;
/** Whether the money is still to arrive. */
export const isOpen = (status: WithdrawalStatus) =>
  status === WithdrawalStatus.applied || status === WithdrawalStatus.approved;

export function StatusTag({ of }: { of: WithdrawalStatus }) {
  const { t } = useApp();
  const name = nameOf(of);
  return <Tag tone={tones[name]}>{t(`wallet.status.${name}`)}</Tag>;
}
