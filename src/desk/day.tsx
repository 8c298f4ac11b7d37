import { yuan } from '../contract/wire/yuan';
import { Answered, useAnswer, usePage } from './show';
import { isWord } from './words';

interface Props {
  go(screen: string): void;
  /** Whether there is such a screen; what waits elsewhere is only counted. */
  has(screen: string): boolean;
}

/** The company's day in figures, and what waits for people. */
export function Day({ go, has }: Props) {
  const { t } = usePage();
  const answer = useAnswer('day', 60_000);
  return (
    <Answered of={answer}>
      {(day) => (
        <>
          <div className="figures">
            <p>
              <span>{t('newMembers')}</span>
              <b>{day.newMembers}</b>
            </p>
            <p>
              <span>{t('paidOrders')}</span>
              <b>{day.paidOrders}</b>
            </p>
            <p>
              <span>{t('turnover')}</span>
              <b>{yuan(day.turnover)}</b>
            </p>
            <p>
              <span>{t('paidOut')}</span>
              <b>{yuan(day.paidOut)}</b>
            </p>
          </div>
          <h2>{t('waiting')}</h2>
          <div className="figures">
            {Object.entries(day.waiting as Record<string, number>).map(([queue, count]) => {
              const figure = (
                <>
                  <span>{isWord(queue) ? t(queue) : queue}</span>
                  <b className={count ? 'lit' : ''}>{count}</b>
                </>
              );
              if (!has(queue)) return <p key={queue}>{figure}</p>;
              return (
                <button type="button" key={queue} onClick={() => go(queue)}>
                  {figure}
                </button>
              );
            })}
          </div>
          <p className={day.ledger === false ? 'failed' : 'quiet'}>
            {t('books')}: {t(day.ledger === undefined ? 'notChecked' : day.ledger ? 'inOrder' : 'outOfOrder')}{' '}
            · {t('deadJobs')}: {day.deadJobs}
          </p>
        </>
      )}
    </Answered>
  );
}
