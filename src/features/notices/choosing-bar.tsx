import { useApp } from '../../core/app';
import { Button } from '../../ui/button';
import { ActionBar } from '../../ui/layout/action-bar';

/** At the bottom of a list while some rows are selected. */
export function ChoosingBar({
  count,
  of,
  busy,
  onAll,
  onCancel,
  onDelete,
}: {
  count: number;
  of: number;
  busy: boolean;
  onAll(): void;
  onCancel(): void;
  onDelete(): void;
}) {
  const { t } = useApp();
  return (
    <ActionBar toolbar={t('notices.messages.choose')}>
      <Button kind="quiet" small onClick={onAll}>
        {t(count && count === of ? 'notices.messages.chooseNone' : 'notices.messages.chooseAll')}
      </Button>
      <Button small onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button kind="danger" small busy={busy} disabled={!count} onClick={onDelete}>
        {t('notices.messages.delete', { count })}
      </Button>
    </ActionBar>
  );
}
