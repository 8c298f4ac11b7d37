import {
  Alert,
  Autocomplete,
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  MenuItem,
  TextField,
  Typography,
} from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { useDataProvider, useNotify, useRefresh, useTranslate } from 'react-admin';
import type { Area } from '../contract/desk/area';
import { localeNames, locales } from '../contract/wire/locale';
import { uuid } from '../contract/wire/uuid';
import { ask, type Item } from './api';
import type { DeskProvider } from './provider';
import { type FormInput, inputsOf, problemsOf, type Typed, valuesOf } from './schema';

/** What was typed and is not sent yet, kept over a reload under a name of its own. */
export function useDraft<T extends object>(name: string, initial: T): [T, (next: T) => void, () => void] {
  const key = `desk.draft.${name}`;
  const [draft, setDraft] = useState<T>(() => {
    const kept = localStorage.getItem(key);
    return kept ? { ...initial, ...JSON.parse(kept) } : initial;
  });
  return [
    draft,
    (next) => {
      localStorage.setItem(key, JSON.stringify(next));
      setDraft(next);
    },
    () => localStorage.removeItem(key),
  ];
}

interface Act {
  area: Area;
  /** The record; several keys do it to each, none makes a record. */
  keys: string[];
  action: string;
  /** What it is about, in words that name an amount. */
  about: ReactNode;
  initial?: Typed;
  close(): void;
  after?(answer: Item): void;
}

/** Asks for what an action needs and does it: the amount and the name stand above the button. */
export function ActDialog({ area, keys, action, about, initial = {}, close, after }: Act) {
  const t = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const { act } = useDataProvider<DeskProvider>();
  const { input: rule, grave } = area.actions[action] ?? {};
  const inputs = inputsOf(rule);
  const [typed, setTyped, forget] = useDraft<Typed>(`${area.path}/${keys.join(',')}/${action}`, initial);
  const [key] = useState(uuid);
  const [again, setAgain] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const send = async () => {
    const values = {
      ...valuesOf(inputs, typed),
      ...(inputs.some(({ name }) => name === 'requestKey') && { requestKey: key }),
      ...(again && { again: true }),
    };
    const wrong = problemsOf(rule, values);
    setProblems(wrong);
    if (Object.keys(wrong).length || busy) return;
    setBusy(true);
    let proposed = 0;
    try {
      let answer: Item = {};
      for (const one of keys.length ? keys : ['']) {
        answer = await act(area.path, one, action, values);
        if (answer.waiting) proposed += 1;
      }
      forget();
      notify(proposed ? 'word.proposed' : 'word.done', { type: proposed ? 'info' : 'success' });
      refresh();
      close();
      after?.(answer);
    } catch (error) {
      const { message, body } = error as Error & { body?: { repeat?: boolean } };
      if (body?.repeat) setAgain(true);
      setProblems({ '': message || t('word.lost') });
    } finally {
      setBusy(false);
    }
  };
  const label = t(`action.${action}`);
  return (
    <Dialog open onClose={busy ? undefined : close} fullWidth maxWidth="sm" aria-labelledby="act-title">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        noValidate
      >
        <DialogTitle id="act-title">{label}</DialogTitle>
        <DialogContent>
          <Typography component="div" sx={{ mb: 2 }}>
            {about}
          </Typography>
          <Inputs of={inputs} typed={typed} problems={problems} change={setTyped} />
        </DialogContent>
        <DialogActions>
          <Button onClick={close} disabled={busy}>
            {t('ra.action.cancel')}
          </Button>
          <Button type="submit" variant="contained" color={grave ? 'error' : 'primary'} disabled={busy}>
            {again ? t('word.again') : label}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface InputsProps {
  of: readonly FormInput[];
  typed: Record<string, Typed[string]>;
  /** By the name of an input; by `''` what belongs to none. */
  problems: Record<string, string | undefined>;
  change(typed: Record<string, Typed[string]>): void;
}

/** The inputs of a form, and below them what was refused as a whole. */
export const Inputs = ({ of, typed, problems, change }: InputsProps) => (
  <>
    {of.map((one) => (
      <Input
        key={one.name}
        of={one}
        value={typed[one.name]}
        problem={problems[one.name]}
        change={(value) => change({ ...typed, [one.name]: value })}
      />
    ))}
    {problems[''] && <Alert severity="error">{problems['']}</Alert>}
  </>
);

interface Shown {
  of: FormInput;
  value: Typed[string];
  problem: string | undefined;
  change(value: Typed[string]): void;
}

/** One input of a form, as its rule says. */
function Input({ of, value, problem, change }: Shown) {
  const t = useTranslate();
  const { name, kind, optional, options = [] } = of;
  if (kind === 'hidden') return null;
  const label = t(`field.${name}`, { _: name });
  const text = typeof value === 'string' ? value : '';
  const common = {
    label,
    fullWidth: true,
    margin: 'dense' as const,
    required: !optional,
    value: text,
    error: !!problem,
    helperText: problem,
    onChange: (event: { target: { value: string } }) => change(event.target.value),
  };
  if (kind === 'yes')
    return (
      <FormControlLabel
        label={label}
        control={<Checkbox checked={value === true} onChange={(_, checked) => change(checked)} />}
      />
    );
  if (kind === 'choice')
    return (
      <TextField {...common} select>
        {options.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`value.${one}`, { _: one })}
          </MenuItem>
        ))}
      </TextField>
    );
  if (kind === 'texts')
    return <TextsInput of={of} value={value} problem={problem} change={change} label={label} />;
  if (kind === 'record')
    return <RecordInput of={of} value={value} problem={problem} change={change} label={label} />;
  if (kind === 'day' || kind === 'time')
    return (
      <TextField
        {...common}
        type={kind === 'day' ? 'date' : 'datetime-local'}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    );
  return (
    <TextField
      {...common}
      {...(kind === 'words' && { multiline: true, minRows: 3 })}
      slotProps={{
        htmlInput: {
          autoComplete: 'off',
          ...(kind === 'money' && { inputMode: 'decimal' }),
          ...(kind === 'number' && { inputMode: 'numeric' }),
        },
      }}
    />
  );
}

/** Words in each language, one below the other. */
function TextsInput({ of, value, problem, change, label }: Shown & { label: string }) {
  const texts = (typeof value === 'object' ? value : {}) as Record<string, string>;
  const long = of.options?.includes('words');
  return (
    <Box component="fieldset" sx={{ border: 1, borderColor: 'divider', borderRadius: 1, my: 1 }}>
      <legend>{label}</legend>
      {localeNames.map((locale) => (
        <TextField
          key={locale}
          label={locales[locale].name}
          lang={locale}
          fullWidth
          margin="dense"
          required={of.needs?.includes(locale) ?? false}
          {...(long && { multiline: true, minRows: 2 })}
          value={texts[locale] ?? ''}
          onChange={(event) => change({ ...texts, [locale]: event.target.value })}
        />
      ))}
      {problem && <Typography color="error">{problem}</Typography>}
    </Box>
  );
}

/** The key of a record of another area: what is typed is looked for. */
function RecordInput({ of, value, problem, change, label }: Shown & { label: string }) {
  const [found, setFound] = useState<string[]>([]);
  const text = typeof value === 'string' ? value : '';
  useEffect(() => {
    if (text.length < 2) return;
    const timer = setTimeout(() => {
      ask(`search?q=${encodeURIComponent(text)}`).then(
        ({ items }) =>
          setFound(items.filter((one: Item) => one.area === of.area).map((one: Item) => one.key)),
        () => setFound([]),
      );
    }, 250);
    return () => clearTimeout(timer);
  }, [text, of.area]);
  return (
    <Autocomplete
      freeSolo
      options={found}
      inputValue={text}
      filterOptions={(all) => all}
      onInputChange={(_, next) => change(next)}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          margin="dense"
          required={!of.optional}
          error={!!problem}
          helperText={problem}
        />
      )}
    />
  );
}
