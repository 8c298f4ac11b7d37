import { css } from 'goober';
import { useRef, useState } from 'react';
import { listPosts, readAll } from '../../contract/video/circle';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { useList } from '../../core/data/list';
import { fetchOrThrow } from '../../core/data/query';
import { useDraft } from '../../core/form/draft';
import { useLocation } from '../../core/navigation/location';
import { integer } from '../../core/text/format';
import { Button, ButtonLink } from '../../ui/button';
import { postDrawing } from '../../ui/display/drawings';
import { Icon } from '../../ui/display/icon';
import { materialIcon, plusIcon } from '../../ui/display/icons';
import { Empty } from '../../ui/feedback/empty';
import { ScreenBar } from '../../ui/layout/bar';
import { Cell, Cells } from '../../ui/layout/cell';
import { Tabs } from '../../ui/layout/tabs';
import { hidden, panel, target } from '../../ui/styles';
import { draftName } from './draft-name';
import { PostList } from './post-list';
import * as circle from './routes';

const unreadNotice = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  margin-bottom: 10px;
  padding: 6px 6px 6px 14px;
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

type Scope = 'all' | 'team' | 'mine';

/** `pages/tabbar/dynamic`: what members tell each other, and what is new of it. */
export default function Feed() {
  const { nav, t } = useApp();
  const [scope, setScope] = useState<Scope>('all');
  const list = useList(listPosts, { scope });
  // a tab stays when it is left: what was written since is looked for whenever it is come back to
  const location = useLocation();
  const visit = useRef({ location, number: 0 });
  if (visit.current.location !== location) visit.current = { location, number: visit.current.number + 1 };
  const write = nav.link(circle.compose, {});
  return (
    <>
      <ScreenBar
        action={
          <a className={target} {...nav.link(circle.materialLibrary, {})}>
            <Icon of={materialIcon} size={24} />
            <span className={hidden}>{t('circle.titles.materialLibrary')}</span>
          </a>
        }
      />
      <PostList
        of={list}
        empty={
          <Empty drawing={postDrawing} text={t(scope === 'mine' ? 'circle.noneMine' : 'circle.none')}>
            {scope === 'mine' && (
              <ButtonLink kind="primary" {...write}>
                {t('circle.write')}
              </ButtonLink>
            )}
          </Empty>
        }
        head={
          <>
            <Tabs<Scope>
              label={t('circle.scopes.label')}
              value={scope}
              options={{
                all: t('circle.scopes.all'),
                team: t('circle.scopes.team'),
                mine: t('circle.scopes.mine'),
              }}
              onChange={setScope}
            />
            <Unsent key={visit.current.number} />
            <News />
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

/** A post that was begun, or that did not go out: a tap goes on with it. */
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

/** How many posts are new, while any are. */
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
    <div className={`${panel} ${unreadNotice}`}>
      <strong>{t('circle.unread', { count: integer(unread) })}</strong>
      <Button kind="quiet" small busy={pending} onClick={() => void read()}>
        {t('circle.readAll')}
      </Button>
    </div>
  );
}
