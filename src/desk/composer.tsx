import { Alert, Box, Button, Menu, MenuItem, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { type Locale, textIn } from '../contract/wire/locale';
import { uuid } from '../contract/wire/uuid';
import { useDraft } from './act';
import { ask, type Item, Refused } from './api';
import { FileButton } from './file-button';

interface Answer {
  text: string;
  /** Ids of pictures that were sent ahead. */
  pictures?: string[];
  requestKey: string;
  again?: true;
}

/** A picture beside the answer, as the gateway keeps it. */
interface Attached {
  id: string;
  address: string;
}

interface Composed {
  place: string;
  /** The address of the thread on the gateway. */
  path: string;
  mostPictures: number;
  send(answer: Answer): Promise<Item>;
  /** The thread has more messages than the page shows: this one, or a colleague's. */
  moved(): unknown;
}

/** An answer as it is written: its draft, its pictures, and what the gateway refuses of it. */
function useAnswer({ place, path, mostPictures, send, moved }: Composed) {
  const t = useTranslate();
  const [draft, setDraft, forget] = useDraft(place, { text: '' });
  const [pictures, setPictures] = useState<Attached[]>([]);
  const [key, setKey] = useState(uuid);
  const [busy, setBusy] = useState(false);
  const [again, setAgain] = useState(false);
  const [problem, setProblem] = useState('');
  const text = draft.text.trim();
  const isEmpty = !text && !(pictures.length && mostPictures === 1);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      setProblem('');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setAgain(error.repeat);
      setProblem(error.message || t('word.lost'));
      if (error.repeat) moved();
    } finally {
      setBusy(false);
    }
  };
  const submit = async () => {
    if (isEmpty || busy) return;
    await attempt(async () => {
      const ids = pictures.map(({ id }) => id);
      await send({
        text,
        ...(ids.length && { pictures: ids }),
        requestKey: key,
        ...(again && { again }),
      });
      setDraft({ text: '' });
      forget();
      setPictures([]);
      setKey(uuid());
      setAgain(false);
      moved();
    });
  };
  const attach = (file: File) =>
    attempt(async () => {
      const bytes = new Blob([file], { type: 'application/octet-stream' });
      const { id, address } = await ask(`${path}/picture`, bytes);
      setPictures([...pictures, { id, address }]);
    });
  return {
    text: draft.text,
    write: (words: string) => setDraft({ text: words }),
    pictures,
    setPictures,
    attach,
    submit,
    mayNot: busy || isEmpty,
    again,
    problem,
  };
}

/** The field for an answer: with a draft for each thread, pictures, and prepared answers. */
export function Composer(props: Composed) {
  const t = useTranslate();
  const { text, write, pictures, setPictures, attach, submit, mayNot, again, problem } = useAnswer(props);
  return (
    <Box
      component="form"
      sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}
      onSubmit={(event: { preventDefault(): void }) => {
        event.preventDefault();
        void submit();
      }}
    >
      {problem && (
        <Alert severity="error" sx={{ mb: 1 }}>
          {problem}
        </Alert>
      )}
      <TextField
        fullWidth
        multiline
        maxRows={8}
        label={t('word.reply')}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
        }}
      />
      <Attachments of={pictures} change={setPictures} />
      <Box sx={{ display: 'flex', gap: 1, mt: 1, flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" disabled={mayNot}>
          {again ? t('word.sendAnyway') : t('action.reply')}
        </Button>
        {pictures.length < props.mostPictures && (
          <FileButton
            label={t('word.addPicture')}
            accept="image/jpeg,image/png,image/webp"
            choose={(file) => void attach(file)}
          />
        )}
        <Canned use={(words) => write(`${text}${text && '\n'}${words}`)} />
      </Box>
    </Box>
  );
}

/** The pictures beside the answer, each with a button that takes it away. */
function Attachments({ of, change }: { of: Attached[]; change(left: Attached[]): void }) {
  const t = useTranslate();
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      {of.map(({ id, address }) => (
        <Box key={id} sx={{ mt: 1 }}>
          <Box component="img" src={address} alt="" sx={{ display: 'block', height: 64, borderRadius: 1 }} />
          <Button size="small" onClick={() => change(of.filter((one) => one.id !== id))}>
            {t('action.remove')}
          </Button>
        </Box>
      ))}
    </Box>
  );
}

/** Prepared answers, in the language of the page. */
function Canned({ use }: { use(words: string): void }) {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { data: canned } = useQuery({ queryKey: ['canned'], queryFn: () => ask('answers?size=200') });
  return (
    <>
      {canned?.items.length > 0 && (
        <Button onClick={({ currentTarget }) => setAnchor(currentTarget)}>{t('area.answers')}</Button>
      )}
      <Menu {...(anchor && { anchorEl: anchor })} open={!!anchor} onClose={() => setAnchor(undefined)}>
        {canned?.items.map((one: Item) => (
          <MenuItem
            key={one.id}
            onClick={() => {
              use(textIn(one.texts, locale as Locale));
              setAnchor(undefined);
            }}
          >
            {one.name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
