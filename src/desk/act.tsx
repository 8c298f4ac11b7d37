import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useDataProvider, useNotify, useRefresh, useTranslate } from 'react-admin';
import type { Area } from '../contract/desk/area';
import { uuid } from '../contract/wire/uuid';
import type { Item } from './api';
import { Inputs } from './inputs';
import { keepFile } from './keep-file';
import type { DeskProvider } from './provider';
import { inputsOf, problemsOf, type Typed, valuesOf } from './schema';

/** Unsent input, stored under a name so that it survives a reload. */
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
  /** The keys of the records; several keys apply the action to each, none creates a record. */
  keys: string[];
  action: string;
  /** The object of the action, with its amount. */
  about: ReactNode;
  initial?: Typed;
  /** The number of messages that are on the page, for an answer to them. */
  seen?: number | undefined;
  close(): void;
  after?(answer: Item): void;
}

/** Asks for the input of an action and performs it: the amount and the name are above the button. */
export function ActDialog({ area, keys, action, about, initial = {}, seen, close, after }: Act) {
  const t = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const { act } = useDataProvider<DeskProvider>();
  const { input: rule, grave } = area.actions[action] ?? {};
  const inputs = inputsOf(rule);
  const [draft, setDraft, forget] = useDraft<Typed>(`${area.path}/${keys.join(',')}/${action}`, initial);
  // files are too large for what the browser keeps
  const [files, setFiles] = useState<Typed>({});
  const typed = { ...draft, ...files };
  const setTyped = (next: Typed) => {
    const isFile = ([name]: [string, unknown]) =>
      inputs.some((one) => one.name === name && one.kind === 'file');
    setFiles(Object.fromEntries(Object.entries(next).filter(isFile)));
    setDraft(Object.fromEntries(Object.entries(next).filter((one) => !isFile(one))));
  };
  const [key] = useState(uuid);
  const [again, setAgain] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const send = async () => {
    const values = {
      ...valuesOf(inputs, typed),
      ...(inputs.some(({ name }) => name === 'requestKey') && { requestKey: key }),
      ...(seen !== undefined && inputs.some(({ name }) => name === 'seen') && { seen }),
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
      if (answer.file) keepFile(answer.file);
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
  const label = t(keys.length ? `action.${action}` : `make.${area.path}`);
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
          {about && (
            <Typography component="div" sx={{ mb: 2 }}>
              {about}
            </Typography>
          )}
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
