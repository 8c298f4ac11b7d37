import { WorkOrderStatus, type WorkOrderSummary } from '../../../contract/support/work-orders';
import { useApp } from '../../../core/app';
import { Tag } from '../../../ui/display/tag';

const names = {
  [WorkOrderStatus.pending]: 'pending',
  [WorkOrderStatus.processing]: 'processing',
  [WorkOrderStatus.processed]: 'processed',
} as const;

/** The states of spec §4 as text; a solved one is labelled as solved. */
export function StatusTag({
  of: { status, solvedAt },
}: {
  of: Pick<WorkOrderSummary, 'status' | 'solvedAt'>;
}) {
  const { t } = useApp();
  if (solvedAt) return <Tag>{t('work-orders.solved')}</Tag>;
  return (
    <Tag tone={status === WorkOrderStatus.processed ? 'good' : 'warn'}>
      {t(`work-orders.statuses.${names[status]}`)}
    </Tag>
  );
}
