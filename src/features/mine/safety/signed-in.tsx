import {
  endOtherSessions,
  endSession,
  listSessions,
  type SignedInPlace,
} from '../../../contract/member/auth';
import { authenticator } from '../../../contract/member/authenticator';
import { listPasskeys } from '../../../contract/member/passkeys';
import { listPartners } from '../../../contract/site/web';
import { useApp } from '../../../core/app';
import { useConfirmedMutation } from '../../../core/data/confirmed-mutation';
import { fetchOrThrow, useQuery } from '../../../core/data/query';
import { relative } from '../../../core/text/format';
import { Button } from '../../../ui/button';
import { Tag } from '../../../ui/display/tag';
import { Loaded } from '../../../ui/feedback/loaded';
import { PullToRefresh } from '../../../ui/feedback/pull';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { red } from '../../../ui/styles';
import { Authenticator } from './authenticator';
import { LinkedPartners } from './linked-partners';
import { Passkeys } from './passkeys';

/** `pages/mine/signedIn`: the member's sessions, their passkeys and authenticator app, and the sites that may show their data; each can be ended. */
export default function SignedIn() {
  const sessions = useQuery(listSessions, {});
  const passkeys = useQuery(listPasskeys, {});
  const app = useQuery(authenticator, {});
  const partners = useQuery(listPartners, {});
  const all = [sessions, passkeys, app, partners];
  return (
    <PullToRefresh onRefresh={() => Promise.all(all.map(({ refresh }) => refresh())).then(() => {})}>
      <Loaded of={sessions}>{({ items }) => <Places of={items} />}</Loaded>
      {/* below the sessions, whose number is unknown before */}
      {(sessions.value || sessions.failure) && (
        <>
          <Loaded of={passkeys} skeleton="">
            {(state) => <Passkeys {...state} />}
          </Loaded>
          <Loaded of={app} skeleton="">
            {(state) => <Authenticator {...state} />}
          </Loaded>
          <Loaded of={partners} skeleton="">
            {({ items }) => <LinkedPartners of={items} />}
          </Loaded>
        </>
      )}
    </PullToRefresh>
  );
}

function Places({ of }: { of: readonly SignedInPlace[] }) {
  const app = useApp();
  const { send, t } = app;
  const { pending, mutate } = useConfirmedMutation({
    async act({ id }: { id?: string }) {
      await (id
        ? fetchOrThrow(send, endSession, { id }, 'now')
        : fetchOrThrow(send, endOtherSessions, {}, 'now'));
      return t(id ? 'safety.ended' : 'safety.endedAll');
    },
  });
  const nameOf = ({ system, app }: SignedInPlace) =>
    [system, app].filter(Boolean).join(' · ') || t('safety.unknown');
  const end = (place: SignedInPlace) =>
    mutate(
      { id: place.id },
      {
        title: t('safety.endTitle', { name: nameOf(place) }),
        text: t('safety.endText'),
        yes: t('safety.end'),
        no: t('common.cancel'),
        danger: true,
      },
    );
  const endAll = () =>
    mutate(
      {},
      {
        title: t('safety.allTitle', { count: of.length - 1 }),
        text: t('safety.allText'),
        yes: t('safety.all'),
        no: t('common.cancel'),
        danger: true,
      },
    );
  return (
    <Section title={t('safety.places')}>
      <Cells>
        {of.map((place) => (
          <Cell
            key={place.id}
            label={<b>{nameOf(place)}</b>}
            note={[place.address, relative(place.seenAt, app), place.push && t('safety.push')]
              .filter(Boolean)
              .join(' · ')}
            value={
              place.current ? (
                <Tag>{t('safety.here')}</Tag>
              ) : (
                <Button
                  kind="quiet"
                  small
                  busy={pending?.id === place.id}
                  style={red}
                  aria-label={t('safety.endTitle', { name: nameOf(place) })}
                  onClick={() => void end(place)}
                >
                  {t('safety.end')}
                </Button>
              )
            }
          />
        ))}
      </Cells>
      {of.length > 1 && (
        <div style={{ display: 'flex', flexDirection: 'column', margin: '12px 0' }}>
          <Button busy={!!pending && !pending.id} style={red} onClick={() => void endAll()}>
            {t('safety.all')}
          </Button>
        </div>
      )}
    </Section>
  );
}
