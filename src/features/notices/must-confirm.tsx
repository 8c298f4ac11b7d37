import { css } from 'goober';
import { useEffect, useId, useRef, useState } from 'react';
import type { Notice } from '../../contract/support/notices';
import { useApp } from '../../core/app';
import { when } from '../../core/text/when';
import { Button } from '../../ui/button';
import { Modal } from '../../ui/feedback/modal';
import { quiet } from '../../ui/styles';
import { ConfirmButton } from './confirm-button';
import { RichText } from './rich-text';

const notice = css`
  outline: 0;
  & > footer {
    position: sticky;
    bottom: -20px;
    margin: 16px -20px -20px;
    padding: 12px 20px 20px;
    border-top: 1px solid var(--cp-line);
    background: var(--cp-card);
  }
  & > footer button + button {
    margin-top: 8px;
  }
`;

/**
 * Notices that the member has to confirm, one after the other, over the current screen. Nothing else closes one, except "Later" after a
 * failed confirmation: without a connection it must not block the member.
 */
export default function MustConfirm({ items }: { items: Notice[] }) {
  const app = useApp();
  const { t } = app;
  const id = useId();
  const [confirmed, setConfirmed] = useState<string[]>([]);
  const [failed, setFailed] = useState(false);
  const [later, setLater] = useState<Notice[]>();
  const paper = useRef<HTMLDivElement>(null);
  const left = later === items ? [] : items.filter((one) => !confirmed.includes(one.id));
  const now = left[0];

  useEffect(() => paper.current?.focus({ preventScroll: true }), [now?.id]);

  if (!now) return null;
  const { title, publishedAt, lang, body } = now;
  return (
    <Modal key={now.id} onClose={undefined} aria-labelledby={id}>
      <div className={notice} ref={paper} tabIndex={-1}>
        <h2 id={id} lang={lang}>
          {title}
        </h2>
        <p className={quiet} style={{ marginBottom: 12 }}>
          {when(publishedAt, app)}
          {left.length > 1 && ` · ${t('notices.more', { count: left.length - 1 })}`}
        </p>
        <RichText of={body} lang={lang} over />
        <footer>
          <ConfirmButton
            id={now.id}
            failed={() => setFailed(true)}
            done={() => {
              setFailed(false);
              setConfirmed([...confirmed, now.id]);
            }}
          />
          {failed && (
            <Button kind="quiet" style={{ width: '100%' }} onClick={() => setLater(items)}>
              {t('notices.later')}
            </Button>
          )}
        </footer>
      </div>
    </Modal>
  );
}
