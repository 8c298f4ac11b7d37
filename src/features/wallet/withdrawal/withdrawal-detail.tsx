import { getWithdrawal, type Withdrawal, WithdrawalStatus } from '../../../contract/money/wallet';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { money } from '../../../core/text/format';
import { Button, ButtonLink } from '../../../ui/button';
import { Amount } from '../../../ui/display/amount';
import { wrongDrawing } from '../../../ui/display/drawings';
import { walletIcon } from '../../../ui/display/icons';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { PullToRefresh } from '../../../ui/feedback/pull';
import { Card } from '../../../ui/layout/card';
import { Cell, Cells, Tile } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { filled, red } from '../../../ui/styles';
import * as orders from '../../orders/routes';
import { accountName } from '../payout/account-name';
import { useRefreshOnShow } from '../refresh-on-show';
import * as wallet from '../routes';
import { apart } from '../styles';
import { CostCells } from './quote-cells';
import { keeps, StatusTag } from './status';
import { Timeline } from './timeline';
import { useRevoke } from './use-revoke';

/** A withdrawal: its states with their times, its costs, its account, and its movements. */
export function WithdrawalDetail({ id }: { id: string }) {
  const { nav, t } = useApp();
  const withdrawal = useQuery(getWithdrawal, { id });
  const { failure, refresh } = withdrawal;
  useRefreshOnShow(() => void refresh());
  if (failure?.kind === 'refused')
    return (
      <div role="alert">
        <Empty drawing={wrongDrawing} text={failure.message}>
          <ButtonLink {...nav.link(wallet.withDrawRecord, {})}>
            {t('wallet.titles.withDrawRecord')}
          </ButtonLink>
        </Empty>
      </div>
    );
  return (
    <PullToRefresh onRefresh={() => refresh()}>
      <Loaded of={withdrawal}>{(withdrawal) => <Detail of={withdrawal} />}</Loaded>
    </PullToRefresh>
  );
}

function Detail({ of }: { of: Withdrawal }) {
  const app = useApp();
  const { nav, platform, t } = app;
  const { number, source, amount, status, account, remark, reference } = of;
  const { busy, revoke } = useRevoke(of);
  const facts = [
    ['number', number],
    ['from', t(`wallet.kinds.${source}`)],
    ['holder', account.holder],
    ['country', account.countryName],
    ['swift', account.swift],
    ['branch', account.openingBranch],
    ['remark', remark],
    ['reference', reference],
  ] as const;
  return (
    <>
      <Section>
        <Card night>
          <div className={apart}>
            <Amount of={money(amount)} size="figure" />
            <StatusTag of={status} />
          </div>
          <p>{accountName(account)}</p>
        </Card>
      </Section>
      <Section title={t('wallet.progress')}>
        <Card>
          <Timeline of={of} />
        </Card>
      </Section>
      <Section>
        <Cells>
          {keeps(status) && <CostCells quote={of} />}
          {facts.map(
            ([name, value]) => value && <Cell key={name} label={t(`wallet.facts.${name}`)} value={value} />,
          )}
        </Cells>
      </Section>
      <Section title={t('wallet.titles.movements')}>
        <Cells>
          {([source, 'frozen'] as const).map((kind) => (
            <Cell
              key={kind}
              icon={<Tile of={walletIcon} />}
              label={t(`wallet.kinds.${kind}`)}
              {...nav.link(wallet.movements, { kind, ref: number })}
            />
          ))}
          {status === WithdrawalStatus.remitted && !platform.guest && (
            <Cell
              label={t('statement.receipt')}
              {...nav.link(orders.receipt, { of: 'withdrawal', number })}
            />
          )}
        </Cells>
      </Section>
      {status === WithdrawalStatus.applied && (
        <Section>
          <div className={filled}>
            <Button busy={busy} style={red} onClick={() => void revoke()}>
              {t('wallet.revoke.button')}
            </Button>
          </div>
        </Section>
      )}
    </>
  );
}
