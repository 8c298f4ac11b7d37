import { Alert, Box, Button, Menu, MenuItem, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { type Locale, textIn } from '../contract/wire/locale';
import { uuid } from '../contract/wire/uuid';
import { useDraft } from './act';
import { ask, type Item, Refused } from './api';

/** The field for an answer: with a draft for each thread, and prepared answers. */
export function Composer({
  place,
  send,
  sent,
}: {
  place: string;
  send(text: string, requestKey: string, again: boolean): Promise<Item>;
  sent(): unknown;
}) {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const [draft, setDraft, forget] = useDraft(place, { text: '' });
  const [key, setKey] = useState(uuid);
  const [busy, setBusy] = useState(false);
  const [again, setAgain] = useState(false);
  const [problem, setProblem] = useState('');
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { data: canned } = useQuery({ queryKey: ['canned'], queryFn: () => ask('answers?size=200') });
  const submit = async () => {
    const text = draft.text.trim();
    if (!text || busy) return;
    setBusy(true);
    try {
      await send(text, key, again);
      setDraft({ text: '' });
      forget();
      setKey(uuid());
      setAgain(false);
      setProblem('');
      sent();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setAgain(error.repeat);
      setProblem(error.message || t('word.lost'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box
      component="form"
      sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}
      onSubmit={(event: { preventDefault(): void }) => {
        event.preventDefault();
        submit();
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
        value={draft.text}
        onChange={(event) => setDraft({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
        }}
      />
      <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
        <Button type="submit" variant="contained" disabled={busy || !draft.text.trim()}>
          {again ? t('word.again') : t('action.reply')}
        </Button>
        {canned?.items.length > 0 && (
          <Button onClick={({ currentTarget }) => setAnchor(currentTarget)}>{t('area.answers')}</Button>
        )}
      </Box>
      <Menu {...(anchor && { anchorEl: anchor })} open={!!anchor} onClose={() => setAnchor(undefined)}>
        {canned?.items.map((one: Item) => (
          <MenuItem
            key={one.id}
            onClick={() => {
              setDraft({ text: `${draft.text}${draft.text && '\n'}${textIn(one.texts, locale as Locale)}` });
              setAnchor(undefined);
            }}
          >
            {one.name}
          </MenuItem>
        ))}
      </Menu>
    </Box>
  );
}
