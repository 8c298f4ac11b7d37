import { useState } from 'react';
import { Refused } from './api';
import { usePage } from './page';

interface ActProps {
  label: string;
  /** The object of the action, for people who hear the button without the row that it stands in. */
  to: string;
  /** Asks once more first: it cannot be taken back. */
  danger?: boolean;
  run(): Promise<unknown>;
}

/** A button of a row that does one thing, and says what was wrong. */
export function Act({ label, to, danger, run }: ActProps) {
  const { t } = usePage();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const act = async () => {
    if (danger && !asked) return setAsked(true);
    setBusy(true);
    setProblem('');
    try {
      await run();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setProblem(error.status ? error.message : t('lost'));
    } finally {
      setBusy(false);
      setAsked(false);
    }
  };
  const caption = asked ? `${t('sure')} ${label}` : label;
  return (
    <>
      <button
        type="button"
        className={danger ? 'danger' : 'act'}
        aria-label={`${caption}: ${to}`}
        disabled={busy}
        onClick={act}
      >
        {caption}
      </button>
      {asked && (
        <button type="button" className="act" onClick={() => setAsked(false)}>
          {t('cancel')}
        </button>
      )}
      {problem && (
        <p className="failed" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
