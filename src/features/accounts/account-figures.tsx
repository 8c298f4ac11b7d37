import { css } from 'goober';
import { type AccountDetail, AccountState, updateTime } from '../../contract/video/accounts';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { fetchOrThrow } from '../../core/data/query';
import { showRefusal } from '../../core/http/refusal';
import { integer, relative } from '../../core/text/format';
import type { Translate } from '../../core/text/i18n';
import { Button } from '../../ui/button';
import { panel, quiet } from '../../ui/styles';

const cards = css`
  display: flex;
  flex-wrap: wrap;
  margin: 0 -5px;
  & > div,
  & > div + div {
    flex: 1 1 8em;
    width: auto;
    margin: 0 5px 10px;
    padding: 14px;
  }
  & b {
    display: block;
    font-size: 17px; /* “11–12h trưa” on one line */
  }
  & em {
    color: var(--cp-accent);
    font-style: normal;
    font-weight: 600;
  }
`;
const fresh = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
`;

/** Live rooms and the best hour, the time of the last refresh, and the button that refreshes now. */
export function AccountFigures({ of }: { of: AccountDetail }) {
  const { t } = useApp();
  const { visits, visitsBefore, bestHour } = of;
  const more = visitsBefore > 0 ? Math.round(((visits - visitsBefore) / visitsBefore) * 100) : undefined;
  return (
    <>
      <div className={cards}>
        <div className={panel}>
          <span className={quiet}>{t('accounts.visits')}</span>
          <b>{integer(visits)}</b>
          {more !== undefined && (
            <span className={quiet}>
              <em>{`${more < 0 ? '−' : '+'}`}</em>
              {t('accounts.onBefore', { percent: Math.abs(more) })}
            </span>
          )}
        </div>
        <div className={panel} style={{ marginTop: 0 }}>
          <span className={quiet}>{t('accounts.bestHour')}</span>
          <b>{bestHour ? hourOf(bestHour.hour, t) : t('accounts.notAvailable')}</b>
          {bestHour && <span className={quiet}>{t('accounts.bestPart', { percent: bestHour.percent })}</span>}
        </div>
      </div>
      <Freshness of={of} />
    </>
  );
}

/** `9–10 am`: an hour of the day, 0 to 23, in readable form. */
function hourOf(hour: number, t: Translate) {
  if (!hour) return t('accounts.hour.night');
  if (hour === 11) return t('accounts.hour.noon');
  if (hour === 23) return t('accounts.hour.late');
  const [half, from] = hour < 12 ? (['am', hour] as const) : (['pm', hour % 12 || 12] as const);
  return t(`accounts.hour.${half}`, { from, to: (hour % 12) + 1 });
}

function Freshness({ of: { id, state, updateTime: at } }: { of: AccountDetail }) {
  const app = useApp();
  const { send, t, toasts } = app;
  const { pending, run } = useInFlight();
  const update = () =>
    run(async (start) => {
      start(true);
      await fetchOrThrow(send, updateTime, { id }, 'never');
      toasts.show(t('accounts.didUpdate'));
    }, showRefusal(toasts));
  return (
    <div className={panel} style={{ padding: 14 }}>
      {state === AccountState.signedOut && <p style={{ marginBottom: 8 }}>{t('accounts.signInText')}</p>}
      <div className={fresh}>
        <span className={quiet}>{t('accounts.updated', { time: relative(at, app) })}</span>
        <Button small busy={pending} onClick={() => void update()}>
          {t('accounts.update')}
        </Button>
      </div>
    </div>
  );
}
