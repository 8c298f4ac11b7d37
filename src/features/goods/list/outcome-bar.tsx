import { css } from 'goober';
import { useState } from 'react';
import { useApp } from '../../../core/app';
import { integer } from '../../../core/text/format';
import { Button } from '../../../ui/button';
import { Sheet } from '../../../ui/feedback/sheet';
import { quiet } from '../../../ui/styles';
import type { useBatch } from './use-batch';

const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  margin: 0 0 10px;
  padding: 4px 4px 4px 14px;
  border-radius: var(--cp-round);
  background: var(--cp-card);
  & > p {
    flex: 1 1 8em;
    padding: 8px 0;
    font-weight: 600;
  }
`;
const refused = css`
  & li {
    padding: 10px 0;
  }
  & > ul > li + li {
    border-top: 1px solid var(--cp-line);
  }
  & > button {
    width: 100%;
    margin-top: 12px;
  }
`;

/** The result of a batch: how many were changed and how to undo it; which were skipped, why, and how to retry those. */
export function OutcomeBar({
  of: { outcome, busy, undo: putBack, retry, dismiss },
  nameOf,
}: {
  of: ReturnType<typeof useBatch>;
  nameOf(id: string): string | undefined;
}) {
  const { t } = useApp();
  const [open, setOpen] = useState(false);
  if (!outcome) return null;
  const { kind, done, failed, undo } = outcome;
  return (
    <div className={bar} role="status" data-outcome={kind}>
      <p>
        {t(`goods.batch.did.${kind}`, { count: integer(done) })}
        {failed.length > 0 && (
          <>
            <br />
            <span className={quiet}>{t('goods.batch.failed', { count: integer(failed.length) })}</span>
          </>
        )}
      </p>
      {failed.length > 0 && (
        <Button kind="quiet" small onClick={() => setOpen(true)}>
          {t('goods.batch.view')}
        </Button>
      )}
      {undo.length > 0 && (
        <Button kind="quiet" small busy={busy} onClick={() => void putBack(outcome)}>
          {t('goods.batch.undo')}
        </Button>
      )}
      <Button kind="quiet" small onClick={dismiss}>
        {t('goods.batch.close')}
      </Button>
      <Sheet
        open={open && failed.length > 0}
        title={t('goods.batch.failedTitle')}
        onClose={() => setOpen(false)}
      >
        <div className={refused}>
          <ul>
            {failed.map(({ id, message }) => (
              <li key={id}>
                <strong>{nameOf(id) ?? t('goods.batch.unknown')}</strong>
                <p className={quiet}>{message}</p>
              </li>
            ))}
          </ul>
          <Button
            kind="primary"
            busy={busy}
            onClick={() => {
              setOpen(false);
              void retry(outcome);
            }}
          >
            {t('goods.batch.retry', { count: integer(failed.length) })}
          </Button>
        </div>
      </Sheet>
    </div>
  );
}
