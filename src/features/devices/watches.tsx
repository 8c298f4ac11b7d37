import { answerWatch, endWatch, listWatches, type Watch } from '../../contract/buying/watches';
import { useApp } from '../../core/app';
import { useConfirmedMutation } from '../../core/data/confirmed-mutation';
import { useKeepFresh } from '../../core/data/keep-fresh';
import { fetchOrThrow, useQuery } from '../../core/data/query';
import { clock, when } from '../../core/text/when';
import { Button } from '../../ui/button';
import { firstDrawing } from '../../ui/display/drawings';
import { Empty } from '../../ui/feedback/empty';
import { Loaded } from '../../ui/feedback/loaded';
import { PullToRefresh } from '../../ui/feedback/pull';
import { Card } from '../../ui/layout/card';
import { Cell, Cells } from '../../ui/layout/cell';
import { Section } from '../../ui/layout/section';
import { filled, quiet } from '../../ui/styles';

/** A question lives for five minutes. */
const rhythm = { intervalMs: 5_000, eagerCount: 120 };

/** `pages/list/watches`: partners' support that asks to watch a cloud phone or watches it now, and what came of earlier questions. */
export default function Watches() {
  const { t } = useApp();
  const watches = useQuery(listWatches, {});
  useKeepFresh(listWatches, {}, rhythm);
  return (
    <PullToRefresh onRefresh={() => watches.refresh()}>
      <Loaded of={watches}>
        {({ items }) => {
          const open = items.filter(({ endedAt }) => !endedAt);
          const over = items.filter(({ endedAt }) => endedAt);
          if (!items.length) return <Empty drawing={firstDrawing} text={t('watches.none')} />;
          return (
            <>
              {open.map((watch) =>
                watch.state === 'asked' ? (
                  <Question key={watch.id} of={watch} />
                ) : (
                  <Running key={watch.id} of={watch} />
                ),
              )}
              {over.length > 0 && (
                <Section title={t('watches.earlier')}>
                  <Cells>
                    {over.map((watch) => (
                      <Cell key={watch.id} label={<b>{whoOf(watch)}</b>} note={<Steps of={watch} />} />
                    ))}
                  </Cells>
                </Section>
              )}
            </>
          );
        }}
      </Loaded>
    </PullToRefresh>
  );
}

/** The words of the partner, which are not ours, stand beside its name. */
const whoOf = ({ person, site }: Watch) => `${person} · ${site}`;
const phoneOf = ({ name, machine }: Watch) => name ?? machine;

/** The reason, in the partner's words. */
function Reason({ of: { reason } }: { of: Watch }) {
  const { t } = useApp();
  return (
    <p style={{ overflowWrap: 'anywhere' }}>
      <span className={quiet}>{t('watches.reason')}</span>
      <br />
      {reason}
    </p>
  );
}

function Question({ of }: { of: Watch }) {
  const app = useApp();
  const { send, t } = app;
  const { id, minutes, person, site, until = '' } = of;
  const { pending, mutate } = useConfirmedMutation({
    async act(allow: boolean) {
      await fetchOrThrow(send, answerWatch, { id, allow }, 'now');
      return t(allow ? 'watches.allowed' : 'watches.declined');
    },
  });
  return (
    <Section>
      <Card>
        <div className={filled}>
          <h2 style={{ overflowWrap: 'anywhere' }}>
            {t('watches.asks', { person, site, name: phoneOf(of) })}
          </h2>
          <Reason of={of} />
          <p>{t('watches.sees', { minutes })}</p>
          <p>
            <b>{t('watches.beware')}</b>
          </p>
          <Button
            kind="primary"
            busy={pending === true}
            disabled={pending === false}
            onClick={() => void mutate(true)}
          >
            {t('watches.allow', { minutes })}
          </Button>
          <Button busy={pending === false} disabled={pending === true} onClick={() => void mutate(false)}>
            {t('watches.decline')}
          </Button>
          <p className={quiet}>{t('watches.default', { time: clock(until, app) })}</p>
        </div>
      </Card>
    </Section>
  );
}

function Running({ of }: { of: Watch }) {
  const app = useApp();
  const { send, t } = app;
  const { id, person, site, state, until = '' } = of;
  const { pending, mutate } = useConfirmedMutation({
    async act() {
      await fetchOrThrow(send, endWatch, { id }, 'now');
      return t('watches.ended');
    },
  });
  return (
    <Section>
      <Card>
        <div className={filled}>
          <h2 role="status" style={{ overflowWrap: 'anywhere' }}>
            {t(state === 'watching' ? 'watches.watches' : 'watches.may', { person, site, name: phoneOf(of) })}
          </h2>
          <Reason of={of} />
          <p>{t('watches.until', { time: clock(until, app) })}</p>
          <Button kind="danger" busy={!!pending} onClick={() => void mutate(undefined)}>
            {t('watches.end')}
          </Button>
        </div>
      </Card>
    </Section>
  );
}

/** When each step was, and how it went out. */
function Steps({ of }: { of: Watch }) {
  const app = useApp();
  const { t } = app;
  const { askedAt, answeredAt, beganAt, endedAt, endedBy, reason, state } = of;
  const steps = [
    t('watches.steps.asked', { time: when(askedAt, app) }),
    answeredAt &&
      t(state === 'declined' ? 'watches.steps.declined' : 'watches.steps.allowed', {
        time: clock(answeredAt, app),
      }),
    beganAt && t('watches.steps.began', { time: clock(beganAt, app) }),
    state === 'expired' && t('watches.steps.expired'),
    state === 'ended' && endedAt && t(`watches.steps.by.${endedBy ?? 'time'}`, { time: clock(endedAt, app) }),
  ];
  return (
    <>
      {phoneOf(of)}
      <br />
      {t('watches.reason')} {reason}
      <br />
      {steps.filter(Boolean).join(' · ')}
    </>
  );
}
