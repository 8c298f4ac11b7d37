import { useState } from 'react';
import { type EmbedFeature, isChosenByName } from '../../../contract/embed/features';
import {
  connectPartner,
  declinePartner,
  type PartnerConnection,
  partnerConnection,
} from '../../../contract/site/web';
import { useApp } from '../../../core/app';
import { fetchOrThrow, useQuery } from '../../../core/data/query';
import { asFailure } from '../../../core/http/failure';
import { pathOf } from '../../../core/navigation/route';
import type { MessageKey } from '../../../core/text/i18n';
import { Button, ButtonLink } from '../../../ui/button';
import { Loaded } from '../../../ui/feedback/loaded';
import { failureText } from '../../../ui/feedback/trouble';
import { CheckBox } from '../../../ui/field/check-box';
import { Card } from '../../../ui/layout/card';
import { Section } from '../../../ui/layout/section';
import { choice, filled, panel } from '../../../ui/styles';
import * as auth from '../../auth/routes';
import * as mine from '../routes';

/** `pages/mine/connectPartner`: a site asks for permission to show the member's data; the member allows some features, or declines. */
export default function ConnectPartner({ request }: { request: string }) {
  const { session } = useApp();
  return <Connection key={session.token.value} request={request} signedIn={!!session.token.value} />;
}

function Connection({ request, signedIn }: { request: string; signedIn: boolean }) {
  const connection = useQuery(partnerConnection, { request });
  return (
    <Loaded of={connection}>
      {(about) =>
        signedIn ? <Consent about={about} request={request} /> : <WhoAsks about={about} request={request} />
      }
    </Loaded>
  );
}

interface Props {
  about: PartnerConnection;
  request: string;
}

function Decline({ request }: { request: string }) {
  const { platform, send, t, toasts } = useApp();
  const decline = async () => {
    try {
      platform.leave((await fetchOrThrow(send, declinePartner, { request }, 'now')).returnTo);
    } catch (error) {
      toasts.show(failureText(asFailure(error), t));
    }
  };
  return <Button onClick={() => void decline()}>{t('safety.connect.decline')}</Button>;
}

/** Before the member signs in: names the partner that asks. The subject of the request is for the member alone. */
function WhoAsks({ about: { name, site }, request }: Props) {
  const { nav, t } = useApp();
  return (
    <div className={filled}>
      <h2>{t('safety.connect.title', { name })}</h2>
      <p>{t('safety.connect.asks', { name, site })}</p>
      {/* as wide as the button below it */}
      <div style={{ display: 'grid' }}>
        <ButtonLink
          kind="primary"
          {...nav.link(auth.login, { fromUrl: pathOf(mine.connectPartner, { request }) })}
        >
          {t('safety.connect.signIn')}
        </ButtonLink>
      </div>
      <Decline request={request} />
    </div>
  );
}

function Consent({ about, request }: Props) {
  const { send, t, platform } = useApp();
  const { name, site, reference, features, granted, asked, linked } = about;
  const [state, setState] = useState<{ busy?: boolean; problem?: string; returnTo?: string }>({});
  const [allowed, setAllowed] = useState<readonly EmbedFeature[]>(() =>
    features.filter(
      (one) => one === asked || (granted.length ? granted.includes(one) : !isChosenByName(one)),
    ),
  );
  const agree = async () => {
    if (!allowed.length) return setState({ problem: t('safety.connect.few') });
    setState({ busy: true });
    try {
      const { returnTo } = await fetchOrThrow(
        send,
        connectPartner,
        { request, features: [...allowed] },
        'now',
      );
      setState({ returnTo });
      platform.leave(returnTo);
    } catch (error) {
      setState({ problem: failureText(asFailure(error), t) });
    }
  };
  if (linked || state.returnTo)
    return (
      <div className={filled}>
        <h2 role="status">{t(linked ? 'safety.connect.before' : 'safety.connect.done', { name })}</h2>
        <p>{t('safety.connect.end')}</p>
        <ButtonLink kind="primary" href={state.returnTo ?? site}>
          {t('safety.connect.back', { name })}
        </ButtonLink>
      </div>
    );
  return (
    <div className={filled}>
      <h2>{t('safety.connect.title', { name })}</h2>
      <p>{t('safety.connect.from', { site, reference })}</p>
      <Section title={t('safety.connect.reads')}>
        <div className={`${panel} ${choice}`} style={{ padding: '4px 16px' }}>
          {features.map((feature) => (
            <CheckBox
              key={feature}
              label={t(`safety.connect.features.${feature}` as MessageKey)}
              checked={allowed.includes(feature)}
              onChange={() =>
                setAllowed((now) => features.filter((one) => now.includes(one) !== (one === feature)))
              }
            />
          ))}
        </div>
      </Section>
      <Card>
        <div className={filled}>
          <p>{t('safety.connect.never')}</p>
          <p>
            <b>{t('safety.connect.warning', { reference })}</b>
          </p>
          <p>{t('safety.connect.end')}</p>
        </div>
      </Card>
      {state.problem && <p role="alert">{state.problem}</p>}
      <Button kind="primary" busy={state.busy} onClick={() => void agree()}>
        {t('safety.connect.yes')}
      </Button>
      <Decline request={request} />
    </div>
  );
}
