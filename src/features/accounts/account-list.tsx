import { css } from 'goober';
import { useState } from 'react';
import { listAccounts } from '../../contract/video/accounts';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { Button, ButtonLink } from '../../ui/button';
import { peopleDrawing, searchDrawing } from '../../ui/display/drawings';
import { Icon } from '../../ui/display/icon';
import { plusIcon, searchIcon } from '../../ui/display/icons';
import { Empty } from '../../ui/feedback/empty';
import { Search } from '../../ui/field/search';
import { ScreenBar } from '../../ui/layout/bar';
import { ListView } from '../../ui/layout/list';
import { Tabs } from '../../ui/layout/tabs';
import { hidden, target } from '../../ui/styles';
import { AccountRow } from './account-row';
import { CoinSummary } from './coin-summary';
import * as accounts from './routes';
import { type StateName, stateNames, stateOf } from './states';

const head = css`
  padding-bottom: 2px;
  & > * + div {
    margin-top: 10px;
  }
`;

type Filter = 'all' | StateName;

/** `pages/member/memberList`: the member's linked accounts with their coins and earnings. */
export default function AccountList() {
  const { nav, t } = useApp();
  const [keyword, setKeyword] = useState('');
  const [searching, setSearching] = useState(false);
  const [filter, setFilter] = useState<Filter>('all');
  const list = useList(listAccounts, {
    ...(keyword && { keyword }),
    ...(filter !== 'all' && { state: stateOf(filter) }),
  });
  const [summary, keepSummary] = useState(list.head?.summary);
  if (list.head && list.head.summary !== summary) keepSummary(list.head.summary);
  const states = summary?.states;
  const all = states?.reduce((sum, one) => sum + one, 0);
  const options = {
    all: t('accounts.filters.all'),
    ...(Object.fromEntries(stateNames.map((name) => [name, t(`accounts.filters.${name}`)])) as Record<
      StateName,
      string
    >),
  };
  const counts = { all, ...Object.fromEntries(stateNames.map((name, at) => [name, states?.[at]])) };
  const link = nav.link(accounts.add, {});
  const filtered = !!keyword || filter !== 'all';
  const empty = filtered ? (
    <Empty
      drawing={searchDrawing}
      text={keyword ? t('accounts.noMatch', { text: keyword }) : t('accounts.nothing')}
    >
      <Button
        onClick={() => {
          setKeyword('');
          setFilter('all');
        }}
      >
        {t('accounts.clear')}
      </Button>
    </Empty>
  ) : (
    <Empty drawing={peopleDrawing} text={t('accounts.none')}>
      <ButtonLink kind="primary" {...link}>
        {t('accounts.add')}
      </ButtonLink>
    </Empty>
  );
  return (
    <>
      <ScreenBar
        action={
          <>
            <button
              type="button"
              className={target}
              aria-label={t('accounts.search')}
              aria-expanded={searching}
              onClick={() => {
                setSearching(!searching);
                setKeyword('');
              }}
            >
              <Icon of={searchIcon} size={24} />
            </button>
            <a className={target} {...link}>
              <Icon of={plusIcon} size={24} />
              <span className={hidden}>{t('accounts.add')}</span>
            </a>
          </>
        }
      />
      <ListView
        of={list}
        layout="joined"
        itemKey={({ id }) => id}
        empty={empty}
        head={
          !(list.failure && !list.items) &&
          all !== 0 && (
            <div className={head}>
              {searching && (
                <Search value={keyword} onChange={setKeyword} placeholder={t('accounts.search')} />
              )}
              <CoinSummary of={summary} />
              <Tabs<Filter>
                label={t('accounts.filters.label')}
                value={filter}
                options={options}
                counts={counts}
                onChange={setFilter}
              />
            </div>
          )
        }
      >
        {(account) => <AccountRow account={account} link={nav.link(accounts.detail, { id: account.id })} />}
      </ListView>
    </>
  );
}
