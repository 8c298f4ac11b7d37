import { css } from 'goober';
import type { WorkOrderEntry } from '../../../contract/support/work-orders';
import { useApp } from '../../../core/app';
import { when } from '../../../core/text/when';
import { quiet } from '../../../ui/styles';
import { Annex } from '../compose/annex';

/** Plain text with its line breaks. */
export const written = css`
  white-space: pre-wrap;
  word-break: break-word;
  overflow-wrap: anywhere;
`;

const thread = css`
  & > * {
    margin-top: 12px;
  }
  & > div {
    max-width: 88%;
    padding: 10px 14px;
    border-radius: var(--cp-round) var(--cp-round) var(--cp-round) 4px;
    background: var(--cp-card);
  }
  & > [data-by='member'] {
    margin-left: 12%;
    border-radius: var(--cp-round) var(--cp-round) 4px var(--cp-round);
    background: var(--cp-soft);
  }
  & > p {
    text-align: center;
  }
`;

/** The entries since the question, oldest first; screen readers announce new ones. */
export function Thread({ entries }: { entries: readonly WorkOrderEntry[] }) {
  const app = useApp();
  const { t } = app;
  return (
    <div className={thread} role="log" aria-label={t('work-orders.conversation')}>
      {entries.map(({ id, by, kind, text, annex, at }) =>
        kind === 'text' ? (
          <div key={id} data-by={by}>
            <p className={quiet}>
              {t(`work-orders.by.${by}`)} · {when(at, app)}
            </p>
            <p className={written}>{text}</p>
            <Annex of={annex} />
          </div>
        ) : (
          <p key={id} className={quiet}>
            {t(`work-orders.said.${kind}`)} · {when(at, app)}
          </p>
        ),
      )}
    </div>
  );
}
