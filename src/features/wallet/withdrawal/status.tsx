import type { WithdrawalStatus } from '../../../contract/wallet';
import { useApp } from '../../../core/app';
import { Tag } from '../../../ui/display/tag';

/** The states of spec §4, by their numbers. */
export const statusNames = ['applied', 'approved', 'rejected', 'remitted', 'revoked'] as const;
const tones = ['warn', 'good', 'bad', 'good', 'quiet'] as const;

/** Whether the money has not been given back. */
export const keeps = (status: WithdrawalStatus) => status !== 2 && status !== 4;

export function StatusTag({ of }: { of: WithdrawalStatus }) {
  const { t } = useApp();
  return <Tag tone={tones[of]}>{t(`wallet.status.${statusNames[of]}`)}</Tag>;
}
