import { generate } from 'lean-qr/nano';
import { useEffect, useRef, useState } from 'react';
import { ask, type Item, Refused } from './api';
import { Input, usePage } from './show';

/** The way in: by name, password and code, or by an invitation. */
export function SignIn({ entered }: { entered(): void }) {
  const { t } = usePage();
  const [invited, setInvited] = useState(false);
  return (
    <main className="door">
      <h1>{t('title')}</h1>
      {invited ? <Join entered={entered} /> : <Enter entered={entered} />}
      <button type="button" className="plain" onClick={() => setInvited(!invited)}>
        {t(invited ? 'haveAccount' : 'invitation')}
      </button>
    </main>
  );
}

/** A form that sends its fields once at a time and says what was wrong; what was typed stays. */
function useForm(send: (values: Record<string, string>) => Promise<void>) {
  const { t } = usePage();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const onSubmit = async (event: { preventDefault(): void; currentTarget: EventTarget }) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    setProblem('');
    try {
      await send(Object.fromEntries([...form].map(([name, value]) => [name, String(value)])));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setProblem(error.status ? error.message : t('lost'));
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    onSubmit,
    problem: problem && (
      <p className="failed" role="alert">
        {problem}
      </p>
    ),
  };
}

function Enter({ entered }: { entered(): void }) {
  const { t } = usePage();
  const { busy, problem, onSubmit } = useForm(async (values) => {
    await ask('session', { ...values, cookie: true });
    entered();
  });
  return (
    <form onSubmit={onSubmit}>
      <Input name="name" label="name" />
      <Input name="password" label="password" kind="password" />
      <Input name="code" label="code" kind="code" />
      {problem}
      <button type="submit" className="main" disabled={busy}>
        {t('signIn')}
      </button>
    </form>
  );
}

function Join({ entered }: { entered(): void }) {
  const { t } = usePage();
  const [enrolment, setEnrolment] = useState<Item>();
  const show = useForm(async ({ invite = '' }) => {
    setEnrolment({ ...(await ask('session/invitation', { invite: invite.trim() })), invite: invite.trim() });
  });
  const follow = useForm(async ({ password, code }) => {
    await ask('session/join', { invite: enrolment?.invite, password, code, cookie: true });
    entered();
  });
  if (!enrolment)
    return (
      <form key="show" onSubmit={show.onSubmit}>
        <Input name="invite" label="invitationCode" />
        {show.problem}
        <button type="submit" className="main" disabled={show.busy}>
          {t('go')}
        </button>
      </form>
    );
  return (
    <form key="follow" onSubmit={follow.onSubmit}>
      <p>
        {t('welcome')} {enrolment.name} ({enrolment.role})
      </p>
      <p>{t('scan')}</p>
      <Qr text={enrolment.address} />
      <code>{enrolment.key}</code>
      <Input name="password" label="newPassword" kind="password" />
      <Input name="code" label="code" kind="code" />
      {follow.problem}
      <button type="submit" className="main" disabled={follow.busy}>
        {t('signIn')}
      </button>
    </form>
  );
}

function Qr({ text }: { text: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) generate(text).toCanvas(canvas.current);
  }, [text]);
  return <canvas ref={canvas} className="qr" />;
}
