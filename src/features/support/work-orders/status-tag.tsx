import type { WorkOrderSummary } from '../../../contract/work-orders';
import { useApp } from '../../../core/app';
import { Tag } from '../../../ui/display/tag';

const names = { 0: 'pending', 1: 'processing', 2: 'processed' } as const;
const tones = { 0: 'warn', 1: 'warn', 2: 'good' } as const;

/** The states of spec §4 in words; what is solved says so instead. */
export function StatusTag({
  of: { status, solvedAt },
}: {
  of: Pick<WorkOrderSummary, 'status' | 'solvedAt'>;
}) {
  const { t } = useApp();
  if (solvedAt) return <Tag>{t('support.solved')}</Tag>;
  return <Tag tone={tones[status]}>{t(`support.statuses.${names[status]}`)}</Tag>;
}
