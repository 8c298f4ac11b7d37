import { css } from 'goober';
import { useApp } from '../../core/app';
import { type Failure, isLost } from '../../core/http/failure';
import { seenText } from '../../core/text/format';
import type { Translate } from '../../core/text/i18n';
import { Button } from '../button';
import { Drawing } from '../display/drawing';
import { offlineDrawing, wrongDrawing } from '../display/drawings';
import { middle, quiet } from '../styles';

/** The text of a failure for the member: the server's, or ours if there is none. */
export function failureText(failure: Failure, t: Translate): string {
  if (failure.message) return failure.message;
  if (isLost(failure)) return t('common.failures.offline');
  return t(failure.kind === 'expired' ? 'common.failures.expired' : 'common.failures.wrong');
}

/** Replaces content that could not be loaded. */
export function Trouble({ failure, retry }: { failure: Failure; retry?: (() => void) | undefined }) {
  const { t } = useApp();
  return (
    <div className={middle} role="alert">
      <Drawing of={isLost(failure) ? offlineDrawing : wrongDrawing} />
      <h2>{t('common.failures.title')}</h2>
      <p className={quiet}>{failureText(failure, t)}</p>
      {retry && <Button onClick={() => retry()}>{t('common.retry')}</Button>}
    </div>
  );
}

const stale = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  margin-bottom: 12px;
  padding: 4px 4px 4px 14px;
  border-radius: var(--cp-round-control);
  background: var(--cp-warn-soft);
  color: var(--cp-warn);
  font-size: 13px;
  & > button {
    flex: none;
  }
`;

/**
 * Shown above older content after a failed refresh: that it failed, and how old the content is. Without an age to tell, it gives way to the
 * strip that says that there is no connection.
 */
export function Stale({ failure, retry }: { failure: Failure; retry(): void }) {
  const app = useApp();
  const { t } = app;
  return (
    <div className={stale} role="status" data-old={failure.seen ? undefined : ''}>
      <span>
        {failure.seen
          ? `${t('common.failures.title')} · ${seenText(failure.seen, app)}`
          : failureText(failure, t)}
      </span>
      <Button kind="quiet" small onClick={() => retry()}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
