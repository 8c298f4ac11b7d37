import { useState } from 'react';
import { connectPartner, type PartnerConnection, partnerConnection } from '../../../contract/site/web';
import { useApp } from '../../../core/app';
import { fetchOrThrow, useQuery } from '../../../core/data/query';
import { asFailure } from '../../../core/http/failure';
import type { MessageKey } from '../../../core/text/i18n';
import { Button, ButtonLink } from '../../../ui/button';
import { Loaded } from '../../../ui/feedback/loaded';
import { failureText } from '../../../ui/feedback/trouble';
import { Card } from '../../../ui/layout/card';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { filled } from '../../../ui/styles';

/** `pages/mine/connectPartner`: a site asks for permission to show the member's data; the member agrees, or leaves. */
export default function ConnectPartner({ request }: { request: string }) {
  const connection = useQuery(partnerConnection, { request });
  return <Loaded of={connection}>{(about) => <Consent about={about} request={request} />}</Loaded>;
}

function Consent({ about, request }: { about: PartnerConnection; request: string }) {
  const { send, t, platform } = useApp();
  const [state, setState] = useState<{ busy?: boolean; problem?: string; returnTo?: string }>({});
  const { name, site, reference, features, linked } = about;
  const agree = async () => {
    setState({ busy: true });
    try {
      const { returnTo } = await fetchOrThrow(send, connectPartner, { request }, 'now');
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
        <Cells>
          {features.map((feature) => (
            <Cell key={feature} label={t(`safety.connect.features.${feature}` as MessageKey)} />
          ))}
        </Cells>
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
    </div>
  );
}
