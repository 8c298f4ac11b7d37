import { useEffect, useRef, useState } from 'react';
import type { OpenedScreen } from '../../contract/buying/screens';
import { useApp } from '../../core/app';
import type { Props } from '../../core/navigation/route';
import { clock } from '../../core/text/when';
import { Button, ButtonLink } from '../../ui/button';
import { firstDrawing, wrongDrawing } from '../../ui/display/drawings';
import { Light } from '../../ui/display/light';
import { Tag } from '../../ui/display/tag';
import { Empty } from '../../ui/feedback/empty';
import { Skeleton } from '../../ui/feedback/skeleton';
import { failureText, Trouble } from '../../ui/feedback/trouble';
import { OnDemand } from '../../ui/layout/on-demand';
import { quiet, row } from '../../ui/styles';
import * as store from '../store/routes';
import { frame } from './frame';
import { useLivePart } from './live/use-live-part';
import * as devices from './routes';
import { useScreen } from './use-screen';

/** `pages/list/screen`: what a cloud phone shows, live or as a new picture every second. */
export default function Screen({ id }: Props<typeof devices.screen>) {
  const { nav, platform, t } = useApp();
  const root = useRef<HTMLDivElement>(null);
  const [isLive, setLive] = useState(false);
  const looking = useScreen(id, root, isLive);
  const { opened, refusal, failure, retry } = looking;
  const live = useLivePart(!!opened?.live, root);
  useEffect(() => {
    if (!opened?.live) setLive(false);
  }, [opened?.live]);
  const trouble = failure ? failureText(failure, t) : looking.isLate ? t('screen.late') : undefined;
  const gone = (why: 'unavailable' | 'ended') => {
    setLive(false);
    live.stop();
    if (why === 'ended') retry();
  };
  return (
    <div ref={root}>
      {refusal ? (
        <div role="alert">
          <Empty drawing={wrongDrawing} text={refusal}>
            <ButtonLink {...nav.link(devices.list, {})}>{t('device-detail.back')}</ButtonLink>
          </Empty>
        </div>
      ) : !opened ? (
        failure ? (
          <Trouble failure={failure} retry={retry} />
        ) : (
          <Skeleton kind="detail" />
        )
      ) : (
        <>
          <OnDemand of={devices.watchNotice} give={{ machine: id }} onLost={() => undefined} />
          <Head of={opened} isLit={!opened.lack && !trouble} />
          {opened.lack ? (
            <Lack of={opened} />
          ) : live.part && opened.live ? (
            <live.part.Live
              id={id}
              name={opened.name}
              readOnly={!!opened.readOnly}
              address={opened.live}
              player={live.part.player}
              still={looking.picture}
              onShown={() => setLive(true)}
              onGone={gone}
            />
          ) : (
            <Stills of={opened} by={looking} trouble={trouble} live={live} />
          )}
          {!platform.guest && (
            <OnDemand
              of={devices.tools}
              give={
                opened.url === undefined
                  ? undefined
                  : { id, name: opened.name, url: opened.url, files: !!opened.files }
              }
              onLost={() => undefined}
            />
          )}
        </>
      )}
    </div>
  );
}

/** The newest picture, from when it is if it does not change any more, and why it is not live although it could be. */
function Stills({
  of: { name },
  by: { picture, shownAt, isSlow },
  trouble,
  live: { without, show },
}: {
  of: OpenedScreen;
  by: ReturnType<typeof useScreen>;
  trouble: string | undefined;
  live: Pick<ReturnType<typeof useLivePart>, 'without' | 'show'>;
}) {
  const app = useApp();
  const { t } = app;
  const old = picture && shownAt && (trouble || isSlow) && t('screen.old', { time: clock(shownAt, app) });
  return (
    <>
      <div className={frame}>
        {picture && (
          <img src={picture} data-late={trouble ? '' : undefined} alt={t('device-detail.screen', { name })} />
        )}
        {(trouble || !picture) && <p role="status">{trouble ?? t('common.loading')}</p>}
      </div>
      <div style={{ textAlign: 'center' }}>
        <p className={quiet}>
          {old || (!trouble && t(without === 'unavailable' ? 'screen.unavailable' : 'screen.renews'))}
        </p>
        {without && (
          <Button kind="quiet" small onClick={show}>
            {t('screen.live')}
          </Button>
        )}
      </div>
    </>
  );
}

/** The name of the cloud phone, and its task. */
function Head({ of: { name, task, sandbox }, isLit }: { of: OpenedScreen; isLit: boolean }) {
  const { t } = useApp();
  return (
    <div className={row}>
      <span style={{ marginRight: 8 }}>
        <Light tone={isLit ? 'lit' : 'unlit'} />
      </span>
      <div style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <strong>{name}</strong>
        <p className={quiet}>
          {task ? task.name : t('device-detail.idle')}
          {task?.progress !== undefined && ` · ${task.progress}%`}
        </p>
      </div>
      {sandbox && <Tag tone="warn">{t('screen.test')}</Tag>}
    </div>
  );
}

/** Why there is no picture, and what the member can do about it. */
function Lack({ of: { lack, why = 'network' } }: { of: OpenedScreen }) {
  const { nav, t } = useApp();
  if (lack === 'none') return <Empty drawing={firstDrawing} text={t('screen.none')} />;
  if (lack === 'ended')
    return (
      <Empty drawing={firstDrawing} text={t('device-detail.machine.offline.ended')}>
        <ButtonLink {...nav.link(store.repurchase, {})}>{t('device-detail.machine.renew')}</ButtonLink>
      </Empty>
    );
  return (
    <Empty
      drawing={firstDrawing}
      text={t(`device-detail.machine.offline.${why === 'network' ? 'networkWait' : why}`)}
    />
  );
}
