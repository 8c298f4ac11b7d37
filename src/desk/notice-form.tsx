import {
  Alert,
  Box,
  Button,
  ButtonGroup,
  Card,
  CardContent,
  Checkbox,
  FormControlLabel,
  MenuItem,
  Tab,
  Tabs,
  TextField,
  Typography,
} from '@mui/material';
import { useRef, useState } from 'react';
import {
  Title,
  useDataProvider,
  useLocaleState,
  useNotify,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { type Locale, localeNames, locales, tagOf } from '../contract/wire/locale';
import { uuid } from '../contract/wire/uuid';
import { useDraft } from './act';
import { ask, type Item, Refused } from './api';
import { useArea } from './list';
import type { DeskProvider } from './provider';
import { drawn, htmlOf } from './rich';
import { typedOf } from './schema';

interface Draft {
  texts: Record<string, { title: string; html: string }>;
  confirm: boolean;
  country: string;
  to: string;
  from: string;
}

/** Buttons of the editor: the markup that they add around the selection. */
const marks: [name: string, before: string, after: string][] = [
  ['bold', '<strong>', '</strong>'],
  ['italic', '<em>', '</em>'],
  ['heading', '<h3>', '</h3>\n'],
  ['paragraph', '<p>', '</p>\n'],
  ['bullets', '<ul>\n<li>', '</li>\n</ul>\n'],
  ['link', '<a href="https://">', '</a>'],
];

/** The initial values of the form for a notice. */
const draftOf = (record: Item | undefined): Draft => ({
  texts: Object.fromEntries(
    ((record?.texts ?? []) as Item[]).map((one) => [
      one.locale,
      { title: one.title, html: htmlOf(one.body) },
    ]),
  ),
  confirm: record?.confirm === true,
  country: record?.country ?? '',
  to: record?.to ?? '',
  from:
    record?.state === 'waiting'
      ? String(typedOf({ name: 'from', kind: 'time', optional: true }, record.publishedAt))
      : '',
});

/** The languages with a text. */
const writtenOf = ({ texts }: Draft) =>
  Object.fromEntries(Object.entries(texts).filter(([, { title, html }]) => title.trim() || html.trim()));

/** The input to send: the audience is only set for a new notice. */
function inputOf(draft: Draft, requestKey: string | undefined) {
  const from = draft.from && new Date(`${draft.from}:00+08:00`).toISOString();
  const more = {
    confirm: draft.confirm,
    ...(draft.country && { country: draft.country }),
    ...(draft.to && { to: draft.to }),
    requestKey,
  };
  return { texts: writtenOf(draft), ...(from && { from }), ...(requestKey && more) };
}

/** Writes or changes a notice in each language, with a preview as members will see it. */
export function NoticeForm() {
  const area = useArea();
  const t = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const [locale] = useLocaleState();
  const { act } = useDataProvider<DeskProvider>();
  const record = useRecordContext<Item & { id: string }>();
  const [open, setOpen] = useState(locale);
  const [draft, setDraft, forget] = useDraft<Draft>(`notices/${record?.id ?? 'new'}`, draftOf(record));
  const [key] = useState(uuid);
  const [preview, setPreview] = useState<Item>();
  const [problem, setProblem] = useState('');
  const own = draft.texts[open] ?? { title: '', html: '' };
  const change = (next: Partial<Draft>) => {
    setPreview(undefined);
    setDraft({ ...draft, ...next });
  };
  const write = (next: Partial<typeof own>) =>
    change({ texts: { ...draft.texts, [open]: { ...own, ...next } } });
  const written = writtenOf(draft);
  const halves = Object.values(written).some((one) => !one?.title.trim() || !one.html.trim());
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      setProblem('');
    } catch (error) {
      setProblem((error as Error).message || t('word.lost'));
      if (!(error instanceof Refused)) console.warn((error as Error).message);
    }
  };
  const look = () => attempt(async () => setPreview(await ask('notices/preview', { texts: written })));
  const publish = () =>
    attempt(async () => {
      const input = inputOf(draft, record ? undefined : key);
      const answer = await act(area.path, record?.id ?? '', record ? 'change' : 'add', input);
      forget();
      notify('word.done', { type: 'success' });
      navigate(`/notices/${encodeURIComponent(answer.id)}/show`);
    });
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 1, gridTemplateColumns: { lg: '1fr 1fr' }, alignItems: 'start' }}>
      <Title title={record ? String(record.title) : t('make.notices')} />
      <Card>
        <CardContent sx={{ display: 'grid', gap: 1.5 }}>
          <Tabs
            value={open}
            onChange={(_, next) => setOpen(next)}
            variant="scrollable"
            aria-label={t('word.language')}
          >
            {localeNames.map((one) => (
              <Tab key={one} value={one} label={`${written[one] ? '✓ ' : ''}${locales[one].name}`} />
            ))}
          </Tabs>
          <TextField
            label={t('field.title')}
            lang={open}
            value={own.title}
            onChange={(event) => write({ title: event.target.value })}
            slotProps={{ htmlInput: { maxLength: 120 } }}
          />
          <Editor lang={open} html={own.html} write={(html) => write({ html })} />
          {!record && <Audience draft={draft} change={change} />}
          {(!record || record.state === 'waiting') && (
            <TextField
              type="datetime-local"
              label={t('word.appears')}
              value={draft.from}
              onChange={(event) => change({ from: event.target.value })}
              slotProps={{ inputLabel: { shrink: true } }}
            />
          )}
          {problem && <Alert severity="error">{problem}</Alert>}
          <Box sx={{ display: 'flex', gap: 1 }}>
            <Button variant="outlined" disabled={halves || !Object.keys(written).length} onClick={look}>
              {t('word.preview')}
            </Button>
            <Button variant="contained" disabled={!preview} onClick={publish}>
              {t(record ? 'ra.action.save' : 'word.publish')}
            </Button>
          </Box>
        </CardContent>
      </Card>
      <Preview of={preview} />
    </Box>
  );
}

/** The audience of a new notice, and whether they have to confirm it. */
function Audience({ draft, change }: { draft: Draft; change(next: Partial<Draft>): void }) {
  const t = useTranslate();
  return (
    <>
      <FormControlLabel
        label={t('word.mustConfirm')}
        control={<Checkbox checked={draft.confirm} onChange={(_, confirm) => change({ confirm })} />}
      />
      <TextField
        select
        label={t('word.toWhom')}
        value={draft.country}
        onChange={(event) => change({ country: event.target.value })}
      >
        <MenuItem value="">{t('word.everybody')}</MenuItem>
        <MenuItem value="cn">{t('value.cn')}</MenuItem>
        <MenuItem value="intl">{t('value.intl')}</MenuItem>
      </TextField>
      <TextField
        label={t('word.onlyMember')}
        value={draft.to}
        onChange={(event) => change({ to: event.target.value })}
      />
    </>
  );
}

/** The preview of the notice in each language. */
const Preview = ({ of: preview }: { of: Item | undefined }) => (
  <Box sx={{ display: 'grid', gap: 2 }} className="preview" aria-live="polite">
    {localeNames.map(
      (one) =>
        preview?.[one] && (
          <Card key={one} component="article" lang={tagOf(one as Locale)}>
            <CardContent>
              <Typography variant="h6" component="h2">
                {preview[one].title}
              </Typography>
              {drawn(preview[one].body)}
            </CardContent>
          </Card>
        ),
    )}
  </Box>
);

/** The text in one language, with buttons that add its elements around the selection. */
function Editor({ lang, html, write }: { lang: string; html: string; write(html: string): void }) {
  const t = useTranslate();
  const editor = useRef<HTMLTextAreaElement>(null);
  const mark = (before: string, after: string) => {
    const field = editor.current;
    if (!field) return;
    const { selectionStart: start, selectionEnd: end, value } = field;
    write(`${value.slice(0, start)}${before}${value.slice(start, end)}${after}${value.slice(end)}`);
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(start + before.length, end + before.length);
    });
  };
  return (
    <>
      <ButtonGroup size="small" sx={{ flexWrap: 'wrap' }} aria-label={t('word.format')}>
        {marks.map(([name, before, after]) => (
          <Button key={name} onClick={() => mark(before, after)}>
            {t(`word.${name}`)}
          </Button>
        ))}
      </ButtonGroup>
      <TextField
        label={t('field.text')}
        lang={lang}
        multiline
        minRows={8}
        inputRef={editor}
        value={html}
        onChange={(event) => write(event.target.value)}
      />
    </>
  );
}
