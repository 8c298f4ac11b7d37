import { css } from 'goober';
import { useRef, useState } from 'react';
import { listPosts, type Post, readAll } from '../../contract/video/circle';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { useList } from '../../core/data/list';
import { fetchOrThrow } from '../../core/data/query';
import { useDraft } from '../../core/form/draft';
import { useLocation } from '../../core/navigation/location';
import type { Props } from '../../core/navigation/route';
import { integer } from '../../core/text/format';
import { Button, ButtonLink } from '../../ui/button';
import { postDrawing, searchDrawing } from '../../ui/display/drawings';
import { Icon } from '../../ui/display/icon';
import { materialIcon, plusIcon, searchIcon } from '../../ui/display/icons';
import { Empty } from '../../ui/feedback/empty';
import { Search } from '../../ui/field/search';
import { ScreenBar } from '../../ui/layout/bar';
import { Cell, Cells } from '../../ui/layout/cell';
import { OnDemand } from '../../ui/layout/on-demand';
import { Tabs } from '../../ui/layout/tabs';
import { hidden, row, target } from '../../ui/styles';
import { draftName } from './draft-name';
import { PostList } from './post-list';
import * as circle from './routes';

const unreadNotice = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  margin: -2px -14px 6px 0; /* the words of the button end where the posts do */
`;
const round = css`
  position: fixed;
  z-index: 1;
  right: 16px;
  bottom: 72px;
  bottom: calc(72px + env(safe-area-inset-bottom));
  display: flex;
  align-items: center;
  justify-content: center;
  width: 56px;
  height: 56px;
  border-radius: calc(var(--cp-round) * 18 / 16);
  background: var(--cp-accent);
  box-shadow: 0 2px 8px #06121c40;
  color: var(--cp-on);
  .cp & {
    position: sticky;
    right: auto;
    bottom: 16px;
    bottom: calc(16px + var(--cp-unseen-below, 0px));
    margin-left: auto;
  }
`;

const nothing = {
  all: 'circle.none',
  following: 'circle.noneFollowing',
  team: 'circle.none',
  mine: 'circle.noneMine',
} as const;
type Scope = 'all' | 'following' | 'team' | 'mine';

/** `pages/tabbar/dynamic`: members' posts, and the number of new ones. */
export default function Feed({ author, tag }: Props<typeof circle.dynamic>) {
  const { nav, t } = useApp();
  const [scope, setScope] = useState<Scope>('all');
  const [searching, setSearching] = useState(false);
  const [search, setSearch] = useState('');
  const found = { ...(search && { search }), ...(tag && { tag }), ...(author && { author }) };
  const list = useList(listPosts, author ? found : { scope, ...found });
  const none = search || (tag && `#${tag}`);
  // a kept tab checks for new posts whenever the member returns to it
  const location = useLocation();
  const visit = useRef({ location, number: 0 });
  if (visit.current.location !== location) visit.current = { location, number: visit.current.number + 1 };
  const write = nav.link(circle.compose, {});
  return (
    <>
      <ScreenBar
        action={
          <>
            <button
              type="button"
              className={target}
              aria-expanded={searching}
              onClick={() => {
                setSearching(!searching);
                setSearch('');
              }}
            >
              <Icon of={searchIcon} size={24} />
              <span className={hidden}>{t('circle.search')}</span>
            </button>
            <a className={target} {...nav.link(circle.materialLibrary, {})}>
              <Icon of={materialIcon} size={24} />
              <span className={hidden}>{t('circle.titles.materialLibrary')}</span>
            </a>
          </>
        }
      />
      <PostList
        of={list}
        empty={
          <Empty
            drawing={none ? searchDrawing : postDrawing}
            text={none ? t('circle.noneFound', { text: none }) : t(nothing[scope])}
          >
            {scope === 'mine' && !none && (
              <ButtonLink kind="primary" {...write}>
                {t('circle.write')}
              </ButtonLink>
            )}
          </Empty>
        }
        head={
          <>
            {searching && (
              <div style={{ marginBottom: 8 }}>
                <Search value={search} onChange={setSearch} placeholder={t('circle.search')} />
              </div>
            )}
            {tag && (
              <div className={row} style={{ marginBottom: 8, justifyContent: 'space-between' }}>
                <h2>#{tag}</h2>
                <ButtonLink small {...nav.link(circle.dynamic, {})}>
                  {t('circle.clearTag')}
                </ButtonLink>
              </div>
            )}
            {author && <Author key={author} id={author} posts={list.items} />}
            {!author && (
              <Tabs<Scope>
                label={t('circle.scopes.label')}
                value={scope}
                options={{
                  all: t('circle.scopes.all'),
                  following: t('circle.scopes.following'),
                  team: t('circle.scopes.team'),
                  mine: t('circle.scopes.mine'),
                }}
                onChange={setScope}
              />
            )}
            <Unsent key={visit.current.number} />
            {!author && <News />}
          </>
        }
      />
      <a className={round} {...write}>
        <Icon of={plusIcon} size={24} />
        <span className={hidden}>{t('circle.write')}</span>
      </a>
    </>
  );
}

/** The author whose posts are listed, once the newest of them is here. */
function Author({ id, posts }: { id: string; posts: readonly Post[] | undefined }) {
  const post = posts?.[0];
  return (
    <OnDemand
      of={circle.authorHead}
      give={posts && post?.author.id === id ? { post, posts } : undefined}
      onLost={() => {}}
    />
  );
}

/** A post in progress, or one that was not sent: a tap continues it. */
function Unsent() {
  const { nav, t } = useApp();
  const [draft] = useDraft<object>(draftName);
  return draft ? (
    <div style={{ marginBottom: 10 }}>
      <Cells>
        <Cell label={t('circle.kept')} note={t('circle.keptText')} {...nav.link(circle.compose, {})} />
      </Cells>
    </div>
  ) : null;
}

/** The number of new posts, if there are any. */
function News() {
  const { send, session, state, t } = useApp();
  const unread = state.unread.value;
  const { pending, run } = useInFlight();
  if (!unread) return null;
  const read = () =>
    run(async (start) => {
      start(true);
      await fetchOrThrow(send, readAll, {}, 'never');
      session.setUnread(0);
    });
  return (
    <div className={unreadNotice}>
      <strong>{t('circle.unread', { count: integer(unread) })}</strong>
      <Button kind="quiet" small busy={pending} onClick={() => void read()}>
        {t('circle.readAll')}
      </Button>
    </div>
  );
}
