import { balance } from '../../contract/member/auth';
import { userAccountList } from '../../contract/money/payout';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { useQuery } from '../../core/data/query';
import { ButtonLink } from '../../ui/button';
import { fullPull } from '../../ui/feedback/full-pull';
import { Loaded } from '../../ui/feedback/loaded';
import { PullToRefresh } from '../../ui/feedback/pull';
import { pair } from '../../ui/styles';
import { TotalRows } from './movements/total-rows';
import { useRefreshOnShow } from './refresh-on-show';
import * as wallet from './routes';
import { Withdrawal } from './withdrawal/withdrawal';

/** `pages/mine/balance`: the member's balances, their movements, and withdrawals. */
export default function Balance() {
  const { nav, t } = useApp();
  const amounts = useQuery(balance, {});
  const accounts = useList(userAccountList, {});
  useRefreshOnShow(() => void amounts.refresh());
  const refresh = async () => {
    await Promise.all([amounts.refresh(), accounts.refresh()]);
  };
  return (
    <div className={fullPull}>
      <PullToRefresh onRefresh={refresh}>
        <Loaded of={amounts}>
          {(data) => (
            <Withdrawal available={{ balance: data.balance, store: data.storeBalance }} accounts={accounts}>
              <TotalRows of={data} />
              <div className={pair}>
                <ButtonLink small {...nav.link(wallet.withDrawRecord, {})}>
                  {t('wallet.titles.withDrawRecord')}
                </ButtonLink>
                <ButtonLink small {...nav.link(wallet.accountManage, {})}>
                  {t('wallet.accounts')}
                </ButtonLink>
              </div>
            </Withdrawal>
          )}
        </Loaded>
      </PullToRefresh>
    </div>
  );
}
