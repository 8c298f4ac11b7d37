import { useState } from 'react';
import { getNotice, listNotices, userConfirm } from '../../contract/notices';
import { useApp } from '../../core/app';
import { demand } from '../../core/data/query';
import { Failure } from '../../core/http/failure';
import { Button } from '../../ui/button';
import { failureText } from '../../ui/feedback/trouble';

/** Confirms a notice; says why when it could not, and may then be pressed again. */
export function ConfirmButton({ id, done, failed }: { id: string; done?(): void; failed?(): void }) {
  const { send, queries, t } = useApp();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await demand(send, userConfirm, { id }, 'now');
      queries.changed(getNotice, listNotices);
      done?.();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setFailure(error);
      failed?.();
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {failure && (
        <p role="alert" style={{ marginBottom: 8, color: 'var(--cp-bad)' }}>
          {failureText(failure, t)}
        </p>
      )}
      <Button kind="primary" busy={busy} onClick={() => void confirm()} style={{ width: '100%' }}>
        {t('notices.confirm')}
      </Button>
    </>
  );
}
