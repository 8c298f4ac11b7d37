import { Box, Button, Card, CardContent, TextField, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import type { Area } from '../contract/desk/area';
import { yuan } from '../contract/wire/yuan';
import { useDraft } from './act';
import { ask, type Item, Refused } from './api';
import { isoTime, useActName, useName, useTime } from './names';
import { pathOf } from './provider';

/** Internal notes about a record; members never see them. */
export function Notes({ area, of }: { area: Area; of: string }) {
  const t = useTranslate();
  const time = useTime();
  const notify = useNotify();
  const client = useQueryClient();
  const path = `${pathOf(area, of)}/notes`;
  const { data } = useQuery({ queryKey: ['notes', path], queryFn: () => ask(path) });
  const [draft, setDraft, forget] = useDraft(`${path}`, { text: '' });
  const add = async () => {
    if (!draft.text.trim()) return;
    try {
      await ask(path, { text: draft.text });
      setDraft({ text: '' });
      forget();
      await client.invalidateQueries({ queryKey: ['notes', path] });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      notify(error.message || 'word.lost', { type: 'error' });
    }
  };
  return (
    <Card>
      <CardContent>
        <Typography variant="h6" component="h2">
          {t('word.notes')}
        </Typography>
        <TextField
          fullWidth
          multiline
          margin="dense"
          label={t('word.newNote')}
          value={draft.text}
          onChange={(event) => setDraft({ text: event.target.value })}
        />
        <Button onClick={add} disabled={!draft.text.trim()}>
          {t('word.addNote')}
        </Button>
        {data?.items.map((note: Item) => (
          <Box key={note.id} sx={{ borderTop: 1, borderColor: 'divider', py: 1 }}>
            <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {note.text}
            </Typography>
            <Typography variant="caption" color="text.secondary">
              {note.by} · {time(note.at)}
            </Typography>
          </Box>
        ))}
      </CardContent>
    </Card>
  );
}

/** The actions on a record, newest first. */
export function History({ area, of }: { area: Area; of: string }) {
  const t = useTranslate();
  const name = useName();
  const time = useTime();
  const actName = useActName();
  const fieldOf = (column: string) => column.replace(/_(\w)/g, (_, first) => first.toUpperCase());
  const told = (column: string) => name('field', fieldOf(column));
  const short = (value: unknown, column: string): string => {
    if (value === undefined || value === null || value === '') return '–';
    if (typeof value === 'number' && area.fields[fieldOf(column)]?.kind === 'money') return yuan(value);
    if (typeof value === 'boolean') return t(`ra.boolean.${value}`);
    if (typeof value === 'string' && isoTime.test(value)) return time(value);
    return String(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, 60);
  };
  const path = `${pathOf(area, of)}/history`;
  const { data } = useQuery({ queryKey: ['history', path], queryFn: () => ask(path) });
  return (
    <Card>
      <CardContent>
        <Typography variant="h6" component="h2">
          {t('word.history')}
        </Typography>
        {data && !data.items.length && <Typography color="text.secondary">{t('word.nothing')}</Typography>}
        {data?.items.map((one: Item) => (
          <Box key={one.number} sx={{ borderTop: 1, borderColor: 'divider', py: 1 }}>
            <Typography variant="body2">
              {actName(one.action)}
              {one.phase !== 'done' && ` · ${name('value', one.phase)}`}
            </Typography>
            {one.changes?.length > 0 && (
              <Typography variant="caption" component="p" sx={{ overflowWrap: 'anywhere' }}>
                {one.changes
                  .slice(0, 6)
                  .map(
                    ({ field, before, after }: Item) =>
                      `${told(field)}: ${short(before, field)} → ${short(after, field)}`,
                  )
                  .join('; ')}
              </Typography>
            )}
            {one.input?.reason && (
              <Typography variant="caption" component="p" sx={{ overflowWrap: 'anywhere' }}>
                {String(one.input.reason)}
              </Typography>
            )}
            <Typography variant="caption" color="text.secondary">
              {one.by} · {time(one.at)}
            </Typography>
          </Box>
        ))}
      </CardContent>
    </Card>
  );
}
