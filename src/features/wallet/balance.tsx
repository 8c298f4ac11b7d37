import { balance } from '../../contract/auth';
import { userAccountList } from '../../contract/payout';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { useQuery } from '../../core/data/query';
import { Loaded } from '../../ui/feedback/loaded';
import { PullToRefresh } from '../../ui/feedback/pull';
import { Section } from '../../ui/layout/card';
import { Cell, Cells } from '../../ui/layout/cell';
import { Totals } from './movements/totals';
import { useRefreshOnShow } from './queries';
import { wallet } from './screens';
import { Withdrawal } from './withdrawal/withdrawal';

/** `pages/mine/balance`: what the member owns and why, and taking it out. */
export default function Balance() {
  const { nav, t } = useApp();
  const amounts = useQuery(balance, {});
  const accounts = useList(userAccountList, {});
  useRefreshOnShow(() => void amounts.refresh());
  const refresh = async () => {
    await Promise.all([amounts.refresh(), accounts.refresh()]);
  };
  return (
    <PullToRefresh onRefresh={refresh}>
      <Loaded of={amounts}>
        {(data) => (
          <>
            <Section>
              <Totals of={data} />
            </Section>
            <Withdrawal available={{ balance: data.balance, store: data.storeBalance }} accounts={accounts} />
          </>
        )}
      </Loaded>
      <Section>
        <Cells>
          <Cell label={t('wallet.titles.withDrawRecord')} {...nav.link(wallet.withDrawRecord, {})} />
          <Cell label={t('wallet.accounts')} {...nav.link(wallet.accountManage, {})} />
        </Cells>
      </Section>
    </PullToRefresh>
  );
}
