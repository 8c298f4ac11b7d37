import { useRef, useState } from 'react';
import type { FollowerLack, LiveNews } from '../../contract/buying/live';
import { type Follower, type OpenedTogether, openTogether } from '../../contract/buying/screens';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { isDone } from '../../core/http/answer';
import type { Props } from '../../core/navigation/route';
import { integer } from '../../core/text/format';
import { Button, ButtonLink } from '../../ui/button';
import { Tag } from '../../ui/display/tag';
import { Empty } from '../../ui/feedback/empty';
import { Loaded } from '../../ui/feedback/loaded';
import { Cell, Cells } from '../../ui/layout/cell';
import { quiet, row } from '../../ui/styles';
import { useLivePart } from './live/use-live-part';
import * as devices from './routes';

type Followers = NonNullable<LiveNews['followers']>;

/** `pages/list/together`: one cloud phone live; what the member does there, the others that were chosen do too. */
export default function Together({ ids, lead }: Props<typeof devices.together>) {
  const root = useRef<HTMLDivElement>(null);
  const asked = { ids: ids.split(','), ...(lead && { lead }) };
  const opened = useQuery(openTogether, asked);
  return (
    <div ref={root}>
      <Loaded of={opened}>
        {(value) => (
          <PhonesTogether
            key={value.leader?.id}
            of={value}
            ids={ids}
            asked={asked}
            root={root}
            retry={() => void opened.refresh()}
          />
        )}
      </Loaded>
    </div>
  );
}

interface PhonesTogetherProps {
  of: OpenedTogether;
  ids: string;
  asked: { ids: string[]; lead?: string };
  root: { current: HTMLDivElement | null };
  retry(): void;
}

function PhonesTogether({
  of: { leader, followers, sandbox },
  ids,
  asked,
  root,
  retry,
}: PhonesTogetherProps) {
  const { nav, send, t } = useApp();
  const { part, without, isUnable, show, stop } = useLivePart(!!leader, root);
  const [now, setNow] = useState<Followers>();
  // without a live picture none follows, and only those that could not are worth a word
  const shown = part ? followers : followers.filter(({ lack }) => lack);
  const reopen = async (signal: AbortSignal) => {
    const answer = await send(openTogether, asked, { wait: 'never', quiet: true, signal });
    return isDone(answer) ? answer.leader?.live : undefined;
  };
  const gone = () => {
    setNow(undefined);
    stop();
  };
  const again = () => {
    retry();
    show();
  };
  return (
    <>
      <div className={row}>
        <div style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {leader && <strong>{leader.name}</strong>}
          {part && (
            <p className={quiet} role="status">
              {t('together.count', { count: integer(now?.count ?? 0) })}
            </p>
          )}
        </div>
        {sandbox && <Tag tone="warn">{t('together.test')}</Tag>}
      </div>
      {!leader || isUnable ? (
        <Empty text={t(leader ? 'together.unable' : 'together.nobody')}>
          <ButtonLink {...nav.link(devices.machines, {})}>{t('together.back')}</ButtonLink>
        </Empty>
      ) : part ? (
        <part.Live
          id={leader.id}
          name={leader.name}
          readOnly={false}
          address={leader.live}
          player={part.player}
          still={undefined}
          reopen={reopen}
          onFollowers={setNow}
          onShown={() => undefined}
          onGone={gone}
        />
      ) : (
        <Empty text={t(without ? `together.without.${without}` : 'common.loading')}>
          {without && <Button onClick={again}>{t('together.show')}</Button>}
        </Empty>
      )}
      {part && (
        <p className={quiet} style={{ margin: '8px 0' }}>
          {t('together.hint')}
        </p>
      )}
      {shown.length > 0 && (
        <Cells>
          {shown.map((one) => (
            <FollowerCell
              key={one.id}
              of={one}
              why={one.lack ?? (now ? now.without.find(({ id }) => id === one.id)?.why : 'connecting')}
              link={one.lack ? undefined : nav.link(devices.together, { ids, lead: one.id })}
            />
          ))}
        </Cells>
      )}
    </>
  );
}

/** A cloud phone beside the one that is looked at, and whether it follows. */
function FollowerCell({
  of: { id, name },
  why,
  link,
}: {
  of: Follower;
  why: NonNullable<Follower['lack']> | FollowerLack | undefined;
  /** Leads to the same phones, with this one looked at. */
  link: { href: string } | undefined;
}) {
  const { t } = useApp();
  return (
    <Cell
      label={<b>{name ?? t('together.unknown')}</b>}
      note={why ? t(`together.why.${why}`) : id}
      value={
        <Tag tone={why ? (why === 'connecting' ? 'quiet' : 'bad') : 'good'}>
          {t(why ? (why === 'connecting' ? 'together.waits' : 'together.stays') : 'together.follows')}
        </Tag>
      }
      {...link}
    />
  );
}
