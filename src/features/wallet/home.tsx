import { css } from 'goober';
import { balance } from '../../contract/member/auth';
import {
  type BalanceHistory,
  balanceHistory,
  listMovements,
  listWithdrawals,
  type Withdrawal,
  WithdrawalStatus,
} from '../../contract/money/wallet';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { monthName } from '../../core/text/calendar';
import { integer, money } from '../../core/text/format';
import { offset, when } from '../../core/text/when';
import { ButtonLink } from '../../ui/button';
import { Amount } from '../../ui/display/amount';
import { Approx } from '../../ui/display/approx';
import { Columns } from '../../ui/display/chart';
import { cardIcon, supportIcon } from '../../ui/display/icons';
import { Steps } from '../../ui/display/steps';
import { Loaded } from '../../ui/feedback/loaded';
import { PullToRefresh } from '../../ui/feedback/pull';
import { Skeleton } from '../../ui/feedback/skeleton';
import { IconLink } from '../../ui/layout/bar';
import { Card } from '../../ui/layout/card';
import { Cell, Cells } from '../../ui/layout/cell';
import { Night } from '../../ui/layout/night';
import { Section } from '../../ui/layout/section';
import { pair, quiet, spread } from '../../ui/styles';
import * as orders from '../orders/routes';
import * as points from '../points/routes';
import * as support from '../support/routes';
import { MovementRow } from './movements/movement-row';
import { useRefreshOnShow } from './refresh-on-show';
import * as wallet from './routes';

const tiles = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(5.6em, 1fr));
  grid-gap: 8px;
  margin-top: 14px;
  & > a {
    display: flex;
    flex-direction: column;
    min-height: 56px;
    padding: 8px;
    border-radius: var(--cp-round-control);
    background: var(--cp-card);
    color: var(--cp-quiet);
    font-size: 12px;
    text-decoration: none;
  }
  & b {
    color: var(--cp-ink);
    font-size: 14px;
    white-space: nowrap;
  }
`;

/** How many of the newest movements the wallet shows. */
const newest = 5;

/** `pages/mine/wallet`: what the member owns and how it came to that, a withdrawal that is under way, the newest movements. */
export default function Wallet() {
  const app = useApp();
  const { nav, t } = app;
  const amounts = useQuery(balance, {});
  const history = useQuery(balanceHistory, {});
  const withdrawals = useQuery(listWithdrawals, {});
  const movements = useQuery(listMovements, { kind: 'balance' });
  const all = [amounts, history, withdrawals, movements];
  const refresh = async () => {
    await Promise.all(all.map((one) => one.refresh()));
  };
  useRefreshOnShow(() => void refresh());
  const running = withdrawals.value?.items.find(
    ({ status }) => status === WithdrawalStatus.applied || status === WithdrawalStatus.approved,
  );
  const of = amounts.value;
  const kinds = [
    ['store', of && money(of.storeBalance), nav.link(wallet.movements, { kind: 'store' })],
    ['frozen', of && money(of.frozen), nav.link(wallet.movements, { kind: 'frozen' })],
    ['points', of && integer(of.points), nav.link(points.pointsMall, {})],
  ] as const;
  return (
    <PullToRefresh onRefresh={refresh}>
      <Night
        action={
          <>
            <IconLink icon={cardIcon} label={t('wallet.accounts')} {...nav.link(wallet.accountManage, {})} />
            <IconLink icon={supportIcon} label={t('statement.support')} {...nav.link(support.im, {})} />
          </>
        }
      >
        <div className={spread} style={{ alignItems: 'flex-end' }}>
          <Held balance={of?.balance} history={history.value} />
          {history.value && (
            <Columns
              columns={history.value.days.map(({ day, balance }) => ({
                name: day,
                values: [balance],
                text: day,
              }))}
              series={[{ name: t('wallet.kinds.balance') }]}
            />
          )}
        </div>
        <div className={pair}>
          <ButtonLink kind="primary" {...nav.link(wallet.balance, {})}>
            {t('wallet.apply.title')}
          </ButtonLink>
          <ButtonLink {...nav.link(orders.topUp, {})}>{t('statement.topUp')}</ButtonLink>
        </div>
        <nav className={tiles} aria-label={t('wallet.totals')} aria-busy={!of}>
          {kinds.map(([kind, amount, link]) => (
            <a key={kind} {...(link as { href: string })}>
              <b>{amount ?? '–'}</b>
              {t(`wallet.kinds.${kind}`)}
            </a>
          ))}
        </nav>
      </Night>
      {all.every(({ value, failure }) => value || failure) ? (
        <>
          {running && (
            <Section>
              <Card {...nav.link(wallet.withDrawRecord, { id: running.id })}>
                <Running of={running} />
              </Card>
            </Section>
          )}
          <Section title={t('statement.latest')}>
            <Loaded of={movements}>
              {({ items }) => (
                <Cells>
                  {items.slice(0, newest).map((movement) => (
                    <MovementRow key={movement.id} of={movement} />
                  ))}
                  <Cell
                    label={t('wallet.titles.movements')}
                    {...nav.link(wallet.movements, { kind: 'balance' })}
                  />
                  <Cell label={t('wallet.titles.withDrawRecord')} {...nav.link(wallet.withDrawRecord, {})} />
                  <Cell label={t('statement.earnings')} {...nav.link(wallet.revenueRecords, {})} />
                </Cells>
              )}
            </Loaded>
          </Section>
          {!!history.value?.months.length && <Months of={history.value.months} />}
          <p className={quiet} style={{ margin: '12px 2px' }}>
            {t('statement.currency', { zone: offset(app) })}
          </p>
        </>
      ) : (
        <Skeleton kind="detail" /> // until everything is known, because a running withdrawal would move what is below it
      )}
    </PullToRefresh>
  );
}

/** The balance, what it comes to in the member's own currency, and what today has brought. */
function Held({ balance, history }: { balance: number | undefined; history: BalanceHistory | undefined }) {
  const { t } = useApp();
  const { earnedToday = 0 } = history ?? {};
  return (
    <div data-grow="">
      <span className={quiet}>{t('statement.balance')}</span>
      <br />
      <Amount of={balance === undefined ? '–' : money(balance)} size="figure" />
      <Approx of={balance} />
      <p className={quiet}>
        {history ? (
          <>
            <b style={{ color: 'var(--cp-accent)' }}>+{money(earnedToday)}</b> {t('statement.today')}
          </>
        ) : (
          '\u00a0'
        )}
      </p>
    </div>
  );
}

/** How far a withdrawal has come, and by when it is paid out. */
function Running({ of }: { of: Withdrawal }) {
  const app = useApp();
  const { t } = app;
  return (
    <>
      <b>{t('statement.running', { amount: money(of.amount) })}</b>
      <p className={quiet}>
        {t('wallet.line', { label: t('wallet.quote.expected'), value: when(of.expectedBy, app) })}
      </p>
      <Steps
        of={(['applied', 'approved', 'remitted'] as const).map((step) => ({
          name: t(`wallet.status.${step}`),
        }))}
        at={of.status === WithdrawalStatus.approved ? 1 : 0}
      />
    </>
  );
}

/** Money in and money out, month by month; each month leads to its movements. */
function Months({ of }: { of: BalanceHistory['months'] }) {
  const app = useApp();
  const { nav, t } = app;
  return (
    <Section title={t('statement.months')}>
      <Cells>
        {of.map(({ month, in: came, out }) => (
          <Cell
            key={month}
            label={monthName(month, app)}
            note={t('statement.inOut', { in: money(came), out: money(out) })}
            {...nav.link(wallet.movements, { kind: 'balance', month })}
          />
        ))}
      </Cells>
    </Section>
  );
}
