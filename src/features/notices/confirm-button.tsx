import { useState } from 'react';
import { userConfirm } from '../../contract/support/notices';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { fetchOrThrow } from '../../core/data/query';
import type { Failure } from '../../core/http/failure';
import { Button } from '../../ui/button';
import { failureText } from '../../ui/feedback/trouble';

/** Confirms a notice; shows a failure, after which it can be pressed again. */
export function ConfirmButton({ id, done, failed }: { id: string; done?(): void; failed?(): void }) {
  const { send, t } = useApp();
  const { pending, run } = useInFlight();
  const [failure, setFailure] = useState<Failure>();
  const confirm = () =>
    run(
      async (start) => {
        start(true);
        setFailure(undefined);
        await fetchOrThrow(send, userConfirm, { id }, 'now');
        done?.();
      },
      (failure) => {
        setFailure(failure);
        failed?.();
      },
    );
  return (
    <>
      {failure && (
        <p role="alert" style={{ marginBottom: 8, color: 'var(--cp-bad)' }}>
          {failureText(failure, t)}
        </p>
      )}
      <Button kind="primary" busy={pending} onClick={() => void confirm()} style={{ width: '100%' }}>
        {t('notices.confirm')}
      </Button>
    </>
  );
}
