import { css } from 'goober';
import { type RefObject, useEffect, useRef } from 'react';
import {
  getPhoneAction,
  listPhoneSteps,
  type PhoneAction,
  retryPhoneAction,
  type StepState,
} from '../../../contract/buying/phone-actions';
import { useApp } from '../../../core/app';
import { useConfirmedMutation } from '../../../core/data/confirmed-mutation';
import { useList } from '../../../core/data/list';
import { fetchOrThrow, useQuery } from '../../../core/data/query';
import { integer } from '../../../core/text/format';
import { when } from '../../../core/text/when';
import { Button, ButtonLink } from '../../../ui/button';
import { wrongDrawing } from '../../../ui/display/drawings';
import { Tag, type Tone } from '../../../ui/display/tag';
import { Empty } from '../../../ui/feedback/empty';
import { Card } from '../../../ui/layout/card';
import { Cell } from '../../../ui/layout/cell';
import { ListView } from '../../../ui/layout/list';
import { quiet, row } from '../../../ui/styles';
import { createPauses } from '../pauses';
import { Progress } from '../progress';
import * as devices from '../routes';

/** Milliseconds between two looks at an action that is not finished. */
const everyMs = 2_000;
const tones: Record<StepState, Tone> = { waiting: 'quiet', running: 'info', done: 'good', failed: 'bad' };

const lines = css`
  & > * + * {
    margin-top: 8px;
  }
`;

/** Asks for news of an action until it is finished, while the page is visible. */
function useNews(
  action: PhoneAction | undefined,
  root: RefObject<HTMLElement | null>,
  ask: () => Promise<void>,
) {
  const { platform } = useApp();
  const now = useRef(ask);
  now.current = ask;
  const isOpen = !!action && action.waiting + action.running > 0;
  useEffect(() => {
    if (!isOpen) return;
    let left = false;
    const { pause, stop } = createPauses(platform, () => !!root.current?.ownerDocument.hidden);
    const follow = async () => {
      for (await pause(everyMs); !left; await pause(everyMs)) await now.current();
    };
    void follow();
    return () => {
      left = true;
      stop();
    };
  }, [isOpen]);
}

/** One action: its progress, and the result for each cloud phone. */
export function OneAction({ id }: { id: string }) {
  const { nav, t } = useApp();
  const root = useRef<HTMLDivElement>(null);
  const query = useQuery(getPhoneAction, { id });
  const list = useList(listPhoneSteps, { id });
  const refresh = async () => {
    await Promise.all([query.refresh(), list.refresh()]);
  };
  useNews(query.value, root, refresh);
  if (query.failure?.kind === 'refused' && !query.value)
    return (
      <div role="alert">
        <Empty drawing={wrongDrawing} text={query.failure.message}>
          <ButtonLink {...nav.link(devices.actions, {})}>{t('phone-actions.recent')}</ButtonLink>
        </Empty>
      </div>
    );
  return (
    <div ref={root}>
      <ListView
        of={{ ...list, refresh }}
        layout="joined"
        itemKey={({ id }) => id}
        empty={t('phone-actions.none')}
        head={query.value && <Head of={query.value} />}
      >
        {({ id, name, state, reason }) => (
          <Cell
            label={<b>{name ?? t('phone-actions.unknown')}</b>}
            note={reason ? t(`phone-actions.reasons.${reason}`) : id}
            value={<Tag tone={tones[state]}>{t(`phone-actions.states.${state}`)}</Tag>}
          />
        )}
      </ListView>
    </div>
  );
}

function Head({ of }: { of: PhoneAction }) {
  const app = useApp();
  const { send, t } = app;
  const { id, kind, subject, at, total, done, failed, away, sandbox } = of;
  const title = t(`phone-actions.did.${kind}`, { name: subject ?? '' });
  const finished = done + failed;
  const { pending, mutate } = useConfirmedMutation<true>({
    async act() {
      await fetchOrThrow(send, retryPhoneAction, { id }, 'now');
      return t('phone-actions.retried');
    },
  });
  return (
    <div style={{ marginBottom: 10 }}>
      <Card>
        <div className={lines}>
          <div className={row}>
            <strong style={{ flex: 1, minWidth: 0 }}>{title}</strong>
            <span className={quiet}>{when(at, app)}</span>
          </div>
          <p role="status">
            {t('phone-actions.progress', { done: integer(finished), total: integer(total) })}
            {failed > 0 && ` · ${t('phone-actions.counts.failed', { count: integer(failed) })}`}
          </p>
          <Progress value={finished} max={total} label={title} />
          {finished < total && (
            <p className={quiet}>{t(away ? 'phone-actions.away' : 'phone-actions.leave')}</p>
          )}
          {sandbox && (
            <p>
              <Tag tone="warn">{t('phone-actions.sandbox')}</Tag>
            </p>
          )}
          {failed > 0 && finished === total && (
            <Button small busy={!!pending} onClick={() => void mutate(true)}>
              {t('phone-actions.retry')}
            </Button>
          )}
        </div>
      </Card>
    </div>
  );
}
