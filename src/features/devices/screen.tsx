import { css } from 'goober';
import { useRef } from 'react';
import type { OpenedScreen } from '../../contract/buying/screens';
import { useApp } from '../../core/app';
import type { Props } from '../../core/navigation/route';
import { ButtonLink } from '../../ui/button';
import { Light } from '../../ui/display/light';
import { Tag } from '../../ui/display/tag';
import { Empty } from '../../ui/feedback/empty';
import { Skeleton } from '../../ui/feedback/skeleton';
import { failureText, Trouble } from '../../ui/feedback/trouble';
import { quiet, row } from '../../ui/styles';
import * as store from '../store/routes';
import * as devices from './routes';
import { useScreen } from './use-screen';

/* As high as the window leaves room for; 100vh includes the address bar of a browser, which is less than the caption. */
const frame = css`
  position: relative;
  min-width: 180px;
  max-width: calc((100vh - 230px) * 0.5625);
  margin: 12px auto;
  overflow: hidden;
  border-radius: var(--cp-round);
  background: #0a1a2a;
  &::before {
    display: block;
    padding-top: 177.78%;
    content: '';
  }
  & > img {
    position: absolute;
    top: 0;
    left: 0;
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
  & > img[data-late] {
    opacity: 0.4;
  }
  & > p {
    position: absolute;
    right: 0;
    bottom: 0;
    left: 0;
    padding: 12px;
    background: #0a1a2ad9;
    color: #fff;
    font-size: 14px;
    text-align: center;
  }
`;

/** `pages/list/screen`: what a cloud phone shows, a new picture every second. */
export default function Screen({ id }: Props<typeof devices.screen>) {
  const { nav, t } = useApp();
  const root = useRef<HTMLDivElement>(null);
  const { opened, picture, isLate, refusal, failure, retry } = useScreen(id, root);
  const name = opened?.name ?? '';
  const trouble = failure ? failureText(failure, t) : isLate ? t('screen.late') : undefined;
  return (
    <div ref={root}>
      {refusal ? (
        <div role="alert">
          <Empty text={refusal}>
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
          <Head of={opened} isLit={!opened.lack && !trouble} />
          {opened.lack ? (
            <Lack of={opened} />
          ) : (
            <div className={frame}>
              {picture && (
                <img
                  src={picture}
                  data-late={trouble ? '' : undefined}
                  alt={t('device-detail.screen', { name })}
                />
              )}
              {(trouble || !picture) && <p role="status">{trouble ?? t('common.loading')}</p>}
            </div>
          )}
          {!opened.lack && (
            <p className={quiet} style={{ textAlign: 'center' }}>
              {t('screen.renews')}
            </p>
          )}
        </>
      )}
    </div>
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
  if (lack === 'none') return <Empty text={t('screen.none')} />;
  if (lack === 'ended')
    return (
      <Empty text={t('device-detail.machine.offline.ended')}>
        <ButtonLink {...nav.link(store.repurchase, {})}>{t('device-detail.machine.renew')}</ButtonLink>
      </Empty>
    );
  return <Empty text={t(`device-detail.machine.offline.${why === 'network' ? 'networkWait' : why}`)} />;
}
