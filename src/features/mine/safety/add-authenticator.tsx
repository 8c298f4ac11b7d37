import { css } from 'goober';
import { useState } from 'react';
import type { GenericSchema } from 'valibot';
import {
  type AuthenticatorState,
  addAuthenticator,
  authenticator,
  makeAuthenticator,
  type NewAuthenticator,
} from '../../../contract/member/authenticator';
import {
  makeByCode,
  makeByPassword,
  makeByPay,
  addAuthenticator as rules,
} from '../../../contract/member/authenticator.rules';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { useForm } from '../../../core/form/form';
import { Button, ButtonLink } from '../../../ui/button';
import { Qr } from '../../../ui/display/qr';
import { Loaded } from '../../../ui/feedback/loaded';
import { FormView } from '../../../ui/field/form';
import { TextField } from '../../../ui/field/text-field';
import { Section } from '../../../ui/layout/section';
import { filled, quiet } from '../../../ui/styles';
import { signedIn } from '../routes';
import { PasswordOrCode, PayPasswordField, useOwner } from './owner-fields';

const secrets = css`
  font-size: 17px;
  font-weight: 600;
  line-height: 1.9;
  overflow-wrap: anywhere;
  columns: 2 120px;
`;

/** `pages/mine/addAuthenticator`: proves the member, shows the key, checks a code of the app, and shows the recovery codes once. */
export default function AddAuthenticator() {
  const state = useQuery(authenticator, {});
  const [made, setMade] = useState<NewAuthenticator>();
  const [isOn, setOn] = useState(false);
  if (isOn && made) return <Recovery codes={made.recovery} />;
  if (made) return <Confirm {...made} done={() => setOn(true)} />;
  return <Loaded of={state}>{(known) => <Begin {...known} done={setMade} />}</Loaded>;
}

function Begin({
  asksPayPassword,
  codeTo,
  done,
}: AuthenticatorState & { done(made: NewAuthenticator): void }) {
  const { t } = useApp();
  const owner = useOwner(codeTo);
  const form = useForm<GenericSchema, Record<string, unknown>, NewAuthenticator>({
    call: makeAuthenticator,
    rules: asksPayPassword ? makeByPay : owner.byCode ? makeByCode : makeByPassword,
    initial: {},
    done,
  });
  return (
    <FormView of={form} send={t('authenticator.begin')} note={t('authenticator.beginNote')}>
      {asksPayPassword ? <PayPasswordField of={form} /> : <PasswordOrCode of={form} owner={owner} />}
    </FormView>
  );
}

/** Copies a text; no button where the platform cannot. */
function Copy({ text, label }: { text: string; label: string }) {
  const { platform, t, toasts } = useApp();
  const copy = async () =>
    toasts.show(t((await platform.copy?.(text)) ? 'authenticator.copied' : 'authenticator.notCopied'));
  return platform.copy ? <Button onClick={() => void copy()}>{label}</Button> : null;
}

/** The key to scan or to copy, and a code of the app that shows that it has arrived there. */
function Confirm({ address, done, ...made }: NewAuthenticator & { done(): void }) {
  const { t } = useApp();
  const form = useForm({ call: addAuthenticator, rules, initial: {}, done });
  return (
    <Section>
      <div className={filled}>
        <p>{t('authenticator.scan')}</p>
        <Qr text={address} label={t('authenticator.qr')} />
        <p className={secrets} style={{ columns: 1 }} data-key="">
          {made.key.replace(/.{4}(?=.)/g, '$& ')}
        </p>
        <Copy text={made.key} label={t('authenticator.copyKey')} />
        <p style={{ textAlign: 'center' }}>
          <ButtonLink kind="quiet" href={address}>
            {t('authenticator.open')}
          </ButtonLink>
        </p>
      </div>
      <FormView of={form} send={t('authenticator.add')} note={t('authenticator.addNote')}>
        <TextField
          of={form}
          name="code"
          label={t('authenticator.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
        />
      </FormView>
    </Section>
  );
}

function Recovery({ codes }: { codes: string[] }) {
  const { nav, t } = useApp();
  return (
    <Section title={t('authenticator.recovery')}>
      <div className={filled}>
        <p className={quiet}>{t('authenticator.recoveryNote')}</p>
        <div className={secrets}>
          {codes.map((code) => (
            <div key={code}>{code}</div>
          ))}
        </div>
        <Copy text={codes.join('\n')} label={t('authenticator.copyCodes')} />
        <Button kind="primary" onClick={() => nav.back(signedIn)}>
          {t('authenticator.kept')}
        </Button>
      </div>
    </Section>
  );
}
