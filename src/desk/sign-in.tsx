import { Alert, Box, Button, MenuItem, TextField, Typography } from '@mui/material';
import { generate } from 'lean-qr/nano';
import { useEffect, useRef, useState } from 'react';
import { useLocaleState, useLogin, useTranslate } from 'react-admin';
import { locales } from '../contract/wire/locale';
import { ask, type Item, Refused } from './api';

/** Signing in by name, password and code, or with an invitation. */
export function SignIn() {
  const t = useTranslate();
  const [locale, setLocale] = useLocaleState();
  const [invited, setInvited] = useState(false);
  return (
    <Box component="main" sx={{ maxWidth: 400, mx: 'auto', p: 3, display: 'grid', gap: 2 }}>
      <Typography variant="h4" component="h1">
        {t('word.title')}
      </Typography>
      {invited ? <Join /> : <Enter />}
      <Button onClick={() => setInvited(!invited)}>
        {t(invited ? 'word.haveAccount' : 'word.invitation')}
      </Button>
      <TextField
        select
        size="small"
        label={t('word.language')}
        value={locale}
        onChange={(event) => setLocale(event.target.value)}
      >
        {Object.entries(locales).map(([one, { name }]) => (
          <MenuItem key={one} value={one}>
            {name}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  );
}

/** A form that sends its fields once at a time and shows errors; typed values stay. */
function useForm(send: (values: Record<string, string>) => Promise<unknown>) {
  const t = useTranslate();
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
      setProblem(error.status ? error.message : t('word.lost'));
    } finally {
      setBusy(false);
    }
  };
  return { busy, onSubmit, problem: problem && <Alert severity="error">{problem}</Alert> };
}

const code = { inputMode: 'numeric' as const, autoComplete: 'one-time-code' };

function Enter() {
  const t = useTranslate();
  const login = useLogin();
  const { busy, problem, onSubmit } = useForm(async (values) => {
    await ask('session', { ...values, cookie: true });
    await login({});
  });
  return (
    <Box component="form" onSubmit={onSubmit} sx={{ display: 'grid', gap: 2 }}>
      <TextField name="name" label={t('field.name')} required autoComplete="username" />
      <TextField
        name="password"
        type="password"
        label={t('word.password')}
        required
        autoComplete="current-password"
      />
      <TextField name="code" label={t('word.code')} required slotProps={{ htmlInput: code }} />
      {problem}
      <Button type="submit" variant="contained" disabled={busy}>
        {t('word.signIn')}
      </Button>
    </Box>
  );
}

function Join() {
  const t = useTranslate();
  const login = useLogin();
  const [enrolment, setEnrolment] = useState<Item>();
  const show = useForm(async ({ invite = '' }) => {
    setEnrolment({ ...(await ask('session/invitation', { invite: invite.trim() })), invite: invite.trim() });
  });
  const follow = useForm(async ({ password, code: given }) => {
    await ask('session/join', { invite: enrolment?.invite, password, code: given, cookie: true });
    await login({});
  });
  if (!enrolment)
    return (
      <Box component="form" key="show" onSubmit={show.onSubmit} sx={{ display: 'grid', gap: 2 }}>
        <TextField name="invite" label={t('word.invitationCode')} required autoComplete="off" />
        {show.problem}
        <Button type="submit" variant="contained" disabled={show.busy}>
          {t('word.go')}
        </Button>
      </Box>
    );
  return (
    <Box component="form" key="follow" onSubmit={follow.onSubmit} sx={{ display: 'grid', gap: 2 }}>
      <Typography>
        {t('word.welcome')} {enrolment.name} ({t(`value.${enrolment.role}`)})
      </Typography>
      <Typography>{t('word.scan')}</Typography>
      <Qr text={enrolment.address} />
      <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
        {enrolment.key}
      </Box>
      <TextField
        name="password"
        type="password"
        label={t('word.newPassword')}
        required
        autoComplete="new-password"
      />
      <TextField name="code" label={t('word.code')} required slotProps={{ htmlInput: code }} />
      {follow.problem}
      <Button type="submit" variant="contained" disabled={follow.busy}>
        {t('word.signIn')}
      </Button>
    </Box>
  );
}

function Qr({ text }: { text: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) generate(text).toCanvas(canvas.current);
  }, [text]);
  return (
    <Box
      component="canvas"
      ref={canvas}
      sx={{ width: 200, height: 200, imageRendering: 'pixelated', bgcolor: '#fff', p: 1, borderRadius: 1 }}
    />
  );
}
