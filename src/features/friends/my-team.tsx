import { css } from 'goober';
import { useState } from 'react';
import { listFriends, type Team, team as teamCall } from '../../contract/member/friends';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { useQuery } from '../../core/data/query';
import { integer, money } from '../../core/text/format';
import { Button, ButtonLink } from '../../ui/button';
import { Avatar } from '../../ui/display/avatar';
import { peopleDrawing, searchDrawing } from '../../ui/display/drawings';
import { Icon } from '../../ui/display/icon';
import { copyIcon, inviteIcon, posterIcon } from '../../ui/display/icons';
import { Light } from '../../ui/display/light';
import { Rack } from '../../ui/display/rack';
import { Empty } from '../../ui/feedback/empty';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Stale } from '../../ui/feedback/trouble';
import { Search } from '../../ui/field/search';
import { Card } from '../../ui/layout/card';
import { ListView } from '../../ui/layout/list';
import { Night } from '../../ui/layout/night';
import { Tabs } from '../../ui/layout/tabs';
import { hidden, pair, quiet, spread, target } from '../../ui/styles';
import { FriendRow } from './friend-row';
import * as friends from './routes';

const figures = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  justify-content: space-between;
  margin-bottom: 10px;
  & strong {
    display: block;
    font-size: 36px;
    line-height: 1.22;
  }
  & > p {
    text-align: right;
  }
`;
const legend = css`
  display: flex;
  flex-wrap: wrap;
  margin: 8px 0 12px;
  font-size: 13px;
  & > span {
    flex: 1 0 22%;
    min-width: min-content;
    padding-right: 8px;
  }
  & i {
    margin-right: 6px;
  }
`;

type Filter = 'all' | 'level1' | 'level2' | 'leaders';
const filters = {
  all: {},
  level1: { level: 1 },
  level2: { level: 2 },
  leaders: { teamLeaders: true },
} as const;

/** `pages/mine/myTeam`: friends on two levels, the figures of the team, and its leader. */
export default function MyTeam() {
  const { nav, t } = useApp();
  const numbers = useQuery(teamCall, {});
  const [filter, setFilter] = useState<Filter>('all');
  const [keyword, setKeyword] = useState('');
  const list = useList(listFriends, { ...filters[filter], ...(keyword && { keyword }) });
  const { value } = numbers;
  const refresh = async () => {
    await Promise.all([list.refresh(), numbers.refresh()]);
  };
  const total = value && value.level1 + value.level2;
  // The numbers decide whether there is a leader above the list, and how wide its filters are.
  const waiting = !value && !numbers.failure;
  const filtered = filter !== 'all' || !!keyword;
  return (
    <>
      <Night
        action={
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the address is spread into it
          <a
            className={target}
            aria-label={t('friends.poster')}
            {...(nav.link(friends.poster, {}) as { href: string })}
          >
            <Icon of={posterIcon} size={24} />
          </a>
        }
      >
        <Numbers of={value} />
      </Night>
      {waiting && <Skeleton />}
      {numbers.failure && <Stale failure={numbers.failure} retry={() => void refresh()} />}
      {value?.leader && <Leader of={value.leader} />}
      {!waiting && (
        <ListView
          of={{ ...list, refresh }}
          itemKey={({ key }) => key}
          head={
            <>
              <div style={{ margin: '12px 0 8px' }}>
                <Search placeholder={t('friends.search')} value={keyword} onChange={setKeyword} />
              </div>
              <Tabs<Filter>
                label={t('friends.filter')}
                value={filter}
                options={{
                  all: t('friends.all'),
                  level1: t('friends.level1'),
                  level2: t('friends.level2'),
                  leaders: t('friends.teamLeader'),
                }}
                counts={{
                  all: total,
                  level1: value?.level1,
                  level2: value?.level2,
                  leaders: value?.teamLeaders,
                }}
                onChange={setFilter}
              />
            </>
          }
          empty={
            filtered ? (
              <Empty drawing={searchDrawing} text={t('friends.nobody')}>
                <Button
                  small
                  onClick={() => {
                    setFilter('all');
                    setKeyword('');
                  }}
                >
                  {t('friends.clear')}
                </Button>
              </Empty>
            ) : (
              <Empty drawing={peopleDrawing} text={t('friends.none')}>
                <ButtonLink kind="primary" {...nav.link(friends.poster, {})}>
                  {t('friends.inviteFriends')}
                </ButtonLink>
              </Empty>
            )
          }
        >
          {(friend) => <FriendRow of={friend} under={filter === 'all' && friend.level === 2} />}
        </ListView>
      )}
    </>
  );
}

/** One light per friend: level 1 bright, level 2 less bright. Has its final height before its numbers arrive. */
function Numbers({ of }: { of: Team | undefined }) {
  const { nav, platform, t, toasts } = useApp();
  const total = of ? of.level1 + of.level2 : 0;
  const copy = async () => {
    if (of && (await platform.copy?.(of.inviteCode))) toasts.show(t('friends.copied'));
  };
  return (
    <div aria-busy={!of}>
      <div className={figures}>
        <p style={{ textAlign: 'left' }}>
          <span className={quiet}>{t('friends.levels')}</span>
          <strong>{of ? integer(total) : '–'}</strong>
        </p>
        <p className={quiet} style={{ visibility: of ? 'visible' : 'hidden' }}>
          <b style={{ color: 'var(--cp-ink)' }}>{integer(of?.teamLeaders ?? 0)}</b>
          <br />
          {t('friends.leaders', { count: of?.teamLeaders ?? 0 })}
        </p>
      </div>
      <Rack
        height={28}
        working={of?.level1 ?? 0}
        idle={of?.level2 ?? 0}
        offline={total ? 0 : 10}
        expiring={0}
      />
      <div className={legend}>
        <span>
          <Light />
          <b>{of ? integer(of.level1) : '–'}</b>
          <br />
          <span className={quiet}>{t('friends.level1')}</span>
        </span>
        <span>
          <Light tone="idle" />
          <b>{of ? integer(of.level2) : '–'}</b>
          <br />
          <span className={quiet}>{t('friends.level2')}</span>
        </span>
        <span>
          <b>{of ? integer(of.machines) : '–'}</b>
          <br />
          <span className={quiet}>{t('friends.machines')}</span>
        </span>
        <span>
          <b>{of ? integer(of.joinedThisMonth) : '–'}</b>
          <br />
          <span className={quiet}>{t('friends.joined')}</span>
        </span>
      </div>
      {of?.heldRewards && <p className={quiet}>{t('friends.held', { amount: money(of.heldRewards) })}</p>}
      {of?.owedRewards && <p className={quiet}>{t('friends.owed', { amount: money(of.owedRewards) })}</p>}
      <div className={pair}>
        <ButtonLink kind="primary" {...nav.link(friends.poster, {})}>
          <Icon of={inviteIcon} />
          {t('friends.invite')}
        </ButtonLink>
        {platform.copy && (
          <Button disabled={!of} onClick={() => void copy()}>
            <span className={hidden}>{t('friends.copyCode', { code: '' })}</span>
            {of ? (
              <>
                <Icon of={copyIcon} />
                {of.inviteCode}
              </>
            ) : (
              '–'
            )}
          </Button>
        )}
      </div>
    </div>
  );
}

function Leader({ of: { nickname, avatar, phone } }: { of: NonNullable<Team['leader']> }) {
  const { t } = useApp();
  return (
    <Card>
      <div className={spread}>
        <Avatar id={nickname} photo={avatar} size={40} ring={1} />
        <div data-grow="" style={{ minWidth: 'min-content', overflowWrap: 'break-word' }}>
          <span className={quiet}>{t('friends.yourLeader')}</span>
          <h2 style={{ fontSize: 15 }}>{nickname}</h2>
        </div>
        {phone && <span className={quiet}>{phone}</span>}
      </div>
    </Card>
  );
}
