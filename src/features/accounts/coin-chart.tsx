import { css } from 'goober';
import { useState } from 'react';
import { type AccountDetail, AccountState, type CoinDay } from '../../contract/video/accounts';
import { useApp } from '../../core/app';
import { calendarDay } from '../../core/text/calendar';
import { integer } from '../../core/text/format';
import { Amount } from '../../ui/display/amount';
import { Avatar } from '../../ui/display/avatar';
import { Chart } from '../../ui/display/chart';
import { Tag } from '../../ui/display/tag';
import { Tabs } from '../../ui/layout/tabs';
import { quiet } from '../../ui/styles';
import { isHeldUp, stateNames } from './states';

const who = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  margin-bottom: 16px;
  & > div {
    flex: 1 1 5.2em;
    min-width: 0;
    margin-left: 12px;
    overflow-wrap: anywhere;
  }
`;
const figure = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  justify-content: space-between;
  margin-bottom: 14px;
  & > p:last-child {
    text-align: right;
  }
  & em {
    color: var(--cp-accent);
    font-style: normal;
    font-weight: 700;
    font-size: 17px;
  }
`;

export const rangeDays = { d7: 7, d30: 30, d90: 90 } as const;
export type Range = keyof typeof rangeDays;

/** The account, its coins, and its earnings on each day of a range: the whole chart is one slider. */
export function CoinChart({
  of,
  points,
  range,
  onRange,
}: {
  of: AccountDetail;
  points: CoinDay[] | undefined;
  range: Range;
  onRange(range: Range): void;
}) {
  const app = useApp();
  const { t } = app;
  const [chosen, choose] = useState<string>();
  const days = points ?? Array.from({ length: rangeDays[range] }, (_, at) => ({ day: `${at}`, coins: 0 }));
  const found = days.findIndex(({ day }) => day === chosen);
  const at = found < 0 ? days.length - 1 : found;
  const { day = '', coins = 0 } = days[at] ?? {};
  return (
    <>
      <div className={who}>
        <Avatar id={of.id} size={56} />
        <div>
          <h2>{of.nickname}</h2>
          <p className={quiet}>
            @{of.account} · {of.machine ?? t('accounts.noMachine')}
            {of.machine && ` · ${t(of.online ? 'accounts.online' : 'accounts.offline')}`}
          </p>
          <Tag
            tone={
              of.state === AccountState.running
                ? 'good'
                : of.state === AccountState.signedOut
                  ? 'warn'
                  : 'quiet'
            }
          >
            {t(`accounts.states.${stateNames[of.state]}`)}
          </Tag>
        </div>
      </div>
      <p className={quiet}>{t('accounts.coins')}</p>
      <div className={figure}>
        <p>
          <Amount of={integer(of.coins)} size="figure" />
        </p>
        <p style={{ visibility: points ? 'visible' : 'hidden' }}>
          <em>+{integer(coins)}</em>
          <br />
          <span className={quiet}>{calendarDay(day, app)}</span>
        </p>
      </div>
      <Chart
        label={t('accounts.chart')}
        series={[{ name: t('accounts.coins'), tone: isHeldUp(of.state) ? 'sun' : 'lit' }]}
        at={at}
        onChoose={(to) => choose(days[to]?.day)}
        columns={days.map(({ coins, ...one }) => {
          const day = calendarDay(one.day, app);
          return { name: day, values: [coins], text: t('accounts.day', { day, count: integer(coins) }) };
        })}
      />
      <div style={{ marginTop: 12 }}>
        <Tabs<Range>
          label={t('accounts.ranges.label')}
          segments
          value={range}
          options={{
            d7: t('accounts.ranges.d7'),
            d30: t('accounts.ranges.d30'),
            d90: t('accounts.ranges.d90'),
          }}
          onChange={onRange}
        />
      </div>
    </>
  );
}
