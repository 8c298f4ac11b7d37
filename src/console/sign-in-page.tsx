import { generate } from 'lean-qr/nano';
import { useEffect, useRef, useState } from 'react';
import { ask, type Item } from './api';
import { Field, Form } from './form';
import type { Word } from './words';

type Entrance = 'signIn' | 'signUp' | 'reset';
interface SignInProps {
  t(word: Word): string;
  entered(): void;
  /** The token of an invitation in the address. */
  invitation: string | undefined;
}

/** The entrance: signing in, signing up with a code by e-mail, a new password, and an invitation. */
export function SignInPage({ t, entered, invitation }: SignInProps) {
  const [way, setWay] = useState<Entrance>('signIn');
  const [invited, setInvited] = useState<Item>();
  useEffect(() => {
    document.title = t('title');
  }, [t]);
  useEffect(() => {
    if (invitation) ask('invitation', { token: invitation }).then(setInvited, () => setInvited(undefined));
  }, [invitation]);
  if (invited && !invited.known)
    return (
      <main className="door">
        <h1>{invited.partner}</h1>
        <Enrol t={t} entered={entered} shown={invited} ticket={invitation ?? ''} />
      </main>
    );
  const other: Entrance[] = (['signIn', 'signUp', 'reset'] as const).filter((one) => one !== way);
  return (
    <main className="door">
      <h1>{t('title')}</h1>
      <p className="lead">{t('doorLead')}</p>
      {way === 'signIn' ? (
        <SignIn t={t} entered={entered} />
      ) : (
        <ByCode key={way} way={way} t={t} entered={entered} />
      )}
      <div className="row">
        {other.map((one) => (
          <button key={one} type="button" className="plain" onClick={() => setWay(one)}>
            {t(one)}
          </button>
        ))}
      </div>
    </main>
  );
}

type Inside = Pick<SignInProps, 't' | 'entered'>;

function SignIn({ t, entered }: Inside) {
  return (
    <Form
      submit={t('signIn')}
      lost={t('lost')}
      send={async (values) => {
        await ask('session', values);
        entered();
      }}
    >
      <Field name="email" label={t('email')} type="email" />
      <Field name="password" label={t('password')} type="password" />
      <Field name="code" label={t('code')} code />
    </Form>
  );
}

/** An e-mail address, the code sent to it, and the form that the code unlocks. */
function ByCode({ way, t, entered }: Inside & { way: 'signUp' | 'reset' }) {
  const purpose = way === 'signUp' ? 'sign-up' : 'reset';
  const [email, setEmail] = useState('');
  const [shown, setShown] = useState<Item>();
  if (shown && way === 'signUp')
    return <Enrol t={t} entered={entered} shown={{ ...shown, email }} ticket={shown.ticket} company />;
  if (shown)
    return (
      <Form
        key="reset"
        submit={t('reset')}
        lost={t('lost')}
        send={async (values) => {
          await ask('reset', { ...values, email, ticket: shown.ticket });
          entered();
        }}
      >
        <Field name="password" label={t('newPassword')} type="password" hint={t('passwordHint')} />
        <Field name="code" label={t('code')} code />
      </Form>
    );
  if (email)
    return (
      <Form
        key="code"
        submit={t('next')}
        lost={t('lost')}
        send={async ({ code }) => setShown(await ask('code/show', { email, purpose, code }))}
      >
        <p>{t('codeSent')}</p>
        <Field name="code" label={t('mailCode')} code />
      </Form>
    );
  return (
    <Form
      key="email"
      submit={t('next')}
      lost={t('lost')}
      send={async (values) => {
        await ask('code', { email: values.email, purpose });
        setEmail(values.email ?? '');
      }}
    >
      <Field name="email" label={t('email')} type="email" />
    </Form>
  );
}

interface EnrolProps extends Inside {
  shown: Item;
  ticket: string;
  company?: boolean;
}

/** A password and an authenticator app for a new account. */
function Enrol({ t, entered, shown, ticket, company }: EnrolProps) {
  return (
    <Form
      key="enrol"
      submit={t('signUp')}
      lost={t('lost')}
      send={async (values) => {
        await ask('sign-up', { ...values, email: shown.email, ticket });
        entered();
      }}
    >
      {company && <Field name="company" label={t('company')} hint={t('companyHint')} />}
      <Field name="password" label={t('newPassword')} type="password" hint={t('passwordHint')} />
      <p>{t('scan')}</p>
      <Qr text={shown.address} label={t('scan')} />
      <code>{shown.key}</code>
      <Field name="code" label={t('code')} code />
    </Form>
  );
}

function Qr({ text, label }: { text: string; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) generate(text).toCanvas(canvas.current);
  }, [text]);
  return <canvas ref={canvas} className="qr" role="img" aria-label={label} />;
}
