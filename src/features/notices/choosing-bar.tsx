import { css } from 'goober';
import { useApp } from '../../core/app';
import { Button } from '../../ui/button';

const bar = css`
  position: sticky;
  z-index: 1;
  bottom: 0;
  display: flex;
  flex-wrap: wrap;
  margin: 12px -16px 0;
  padding: 6px 12px;
  padding-bottom: calc(6px + env(safe-area-inset-bottom));
  border-top: 1px solid var(--cp-line);
  background: var(--cp-card);
  & > button {
    flex: 1 1 auto;
    margin: 4px;
  }
`;

/** At the foot of a list while some of it are chosen. */
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
    <div className={bar} role="toolbar" aria-label={t('notices.messages.choose')}>
      <Button kind="quiet" small onClick={onAll}>
        {t(count && count === of ? 'notices.messages.chooseNone' : 'notices.messages.chooseAll')}
      </Button>
      <Button small onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button kind="danger" small busy={busy} disabled={!count} onClick={onDelete}>
        {t('notices.messages.delete', { count })}
      </Button>
    </div>
  );
}
