import { useState } from 'react';
import { listWithdrawals, WithdrawalStatus } from '../../../contract/money/wallet';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import type { Props } from '../../../core/navigation/route';
import { moneyDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { ListView } from '../../../ui/layout/list';
import { Tabs } from '../../../ui/layout/tabs';
import { useRefreshOnShow } from '../refresh-on-show';
import type * as wallet from '../routes';
import { statusNames } from './status';
import { WithdrawalCard } from './withdrawal-card';
import { WithdrawalDetail } from './withdrawal-detail';

const filters = ['all', ...statusNames] as const;
type Filter = (typeof filters)[number];

/** `pages/mine/withDrawRecord`: the member's withdrawals, all or those in one state; one of them with its `id`. */
export default function WithDrawRecord({ id }: Props<typeof wallet.withDrawRecord>) {
  return id ? <WithdrawalDetail id={id} /> : <Withdrawals />;
}

function Withdrawals() {
  const { t } = useApp();
  const [filter, setFilter] = useState<Filter>('all');
  const list = useList(listWithdrawals, filter === 'all' ? {} : { status: WithdrawalStatus[filter] });
  useRefreshOnShow(() => void list.refresh());
  const names = filters.map((name) => [name, name === 'all' ? t('wallet.all') : t(`wallet.status.${name}`)]);
  return (
    <ListView
      of={list}
      itemKey={({ id }) => id}
      empty={<Empty drawing={moneyDrawing} text={t('wallet.none')} />}
      head={
        <Tabs<Filter>
          label={t('wallet.titles.withDrawRecord')}
          value={filter}
          options={Object.fromEntries(names)}
          onChange={setFilter}
        />
      }
    >
      {(one) => <WithdrawalCard of={one} />}
    </ListView>
  );
}
