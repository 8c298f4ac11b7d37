import { useEffect, useRef, useState } from 'react';
import type { GenericSchema } from 'valibot';
import { check } from '../../../contract/wire/check';
import type { Problem } from '../../../contract/wire/problem';
import { useApp } from '../../../core/app';
import type { Form } from '../../../core/form/form';
import { useLocation } from '../../../core/navigation/location';
import type { Store } from '../../../core/platform';
import { Steps } from '../../../ui/display/steps';
import { FormView } from '../../../ui/field/form';
import { TextField } from '../../../ui/field/text-field';
import { Cell, Cells } from '../../../ui/layout/cell';
import { quiet } from '../../../ui/styles';
import { AgreementField, notAgreed } from '../agreement-field';
import { ContactCode } from '../contact/contact-code';
import { readSignInDraft } from '../draft';
import { NewPassword } from '../password/new-password';
import * as auth from '../routes';
import type { CodeSender } from '../send-code';
import { Invitation, Invited } from './invitation';

/** Initial values of a new account: the values typed before, and the inviter's code. */
export function newAccount(tab: Store, invited?: string) {
  const { username = '', contact = '', inviteCode = '' } = readSignInDraft(tab);
  return { ...notAgreed, username, contact, inviteCode: invited ?? inviteCode };
}

/** The fields of the first step; the second has the rest (spec §3, register). */
const asked = ['username', 'contact', 'code'];

interface Props {
  code: CodeSender;
  rules: GenericSchema;
  /** The text of the button in the second step. */
  send: string;
}

/**
 * The fields of a new account in two steps. The second is an entry of the history, so that Back leads to the first; a problem with a
 * field of the first step leads there too.
 */
export function NewAccount({ code, rules, send }: Props) {
  const { nav, t } = useApp();
  const { cover } = useLocation();
  const { form } = code;
  const [step, setStep] = useState(0);
  const [wrong, setWrong] = useState<Record<string, Problem | undefined>>({});
  const [fromLink] = useState((): string => form.values.inviteCode ?? '');
  const box = useRef<HTMLDivElement>(null);
  const refused = asked.some((name) => form.problems[name]);
  const second = !!step && !refused;
  useEffect(() => {
    if (refused) setStep(0);
  }, [refused]);
  useEffect(() => {
    if (step) return cover(() => setStep(0));
    return undefined;
  }, [step]);
  const opened = useRef(second);
  useEffect(() => {
    if (opened.current === second) return;
    opened.current = second;
    const first = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (first ?? box.current?.querySelector<HTMLElement>('input:not([hidden])'))?.focus();
  }, [second]);

  /** A form that also shows the problems found at the request for the next step, until the field changes. */
  const withProblems = (of: Form): Form => ({
    ...of,
    problems: { ...of.problems, ...wrong },
    set(name, value) {
      const { [name]: _, ...others } = wrong;
      setWrong(others);
      of.set(name, value);
    },
  });
  const first = {
    ...withProblems(form),
    async submit(event?: { preventDefault(): void }) {
      event?.preventDefault();
      const found = check(rules, form.values) ?? {};
      const here: [string, Problem | undefined][] = Object.entries(found).filter(([name]) =>
        asked.includes(name),
      );
      if (found.code && !code.sentTo && !code.asking.values.randomCode)
        here.push(['randomCode', { rule: 'required' }]);
      setWrong(Object.fromEntries(here));
      setStep(here.length ? 0 : 1);
    },
  };
  const { username, contact } = form.values;
  return (
    <div ref={box}>
      <div style={{ marginBottom: 16 }}>
        <Steps of={[{ name: t('register.who') }, { name: t('register.secret') }]} at={Number(second)} />
      </div>
      {second ? (
        <FormView key="second" of={form} send={send}>
          {/* tells password managers the name of the account */}
          <input hidden readOnly autoComplete="username" value={username} />
          <Cells>
            <Cell
              label={<b>{username}</b>}
              note={contact}
              value={t('register.change')}
              onClick={() => setStep(0)}
            />
          </Cells>
          <NewPassword of={form} label={t('auth.password')} />
          <Invitation of={form} fromLink={fromLink} />
          <AgreementField of={form} />
          <p className={quiet}>
            {t('register.privacy')} <a {...nav.link(auth.privacyPolicy, {})}>{t('register.policy')}</a>
          </p>
        </FormView>
      ) : (
        <FormView key="first" of={first} send={t('register.next')}>
          <TextField
            of={first}
            name="username"
            label={t('auth.username')}
            hint={t('auth.usernameHint')}
            autoComplete="username"
            autoCapitalize="none"
            maxLength={18}
          />
          <ContactCode
            code={{ ...code, form: first, asking: withProblems(code.asking) }}
            name="contact"
            label={t('auth.contact')}
          />
          {fromLink && <Invited code={fromLink} />}
        </FormView>
      )}
    </div>
  );
}
