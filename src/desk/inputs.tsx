import {
  Alert,
  Autocomplete,
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  MenuItem,
  TextField,
  Typography,
} from '@mui/material';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Locale, localeNames, locales } from '../contract/wire/locale';
import { ask, type Item } from './api';
import { FileButton } from './file-button';
import type { FormInput, Typed } from './schema';

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

interface InputProps {
  of: FormInput;
  value: Typed[string];
  problem: string | undefined;
  change(value: Typed[string]): void;
}

/** One input of a form, as its rule says. */
function Input({ of, value, problem, change }: InputProps) {
  const t = useTranslate();
  const { name, kind, optional, options = [] } = of;
  if (kind === 'hidden') return null;
  const label = t(`field.${name}`, { _: locales[name as Locale]?.name ?? name });
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
  if (kind === 'file')
    return <FileInput of={of} value={value} problem={problem} change={change} label={label} />;
  if (kind === 'choices')
    return (
      <Autocomplete
        multiple
        options={[...options]}
        value={text.split(' ').filter(Boolean)}
        getOptionLabel={(one) => t(`value.${one}`, { _: t(`field.${one}`, { _: one }) })}
        onChange={(_, chosen) => change(chosen.join(' '))}
        renderInput={(params) => (
          <TextField
            {...params}
            label={label}
            margin="dense"
            required={!optional}
            error={!!problem}
            helperText={problem}
          />
        )}
      />
    );
  if (kind === 'texts')
    return <TextsInput of={of} value={value} problem={problem} change={change} label={label} />;
  if (kind === 'record')
    return <RecordInput of={of} value={value} problem={problem} change={change} label={label} />;
  if (kind === 'rows')
    return <RowsInput of={of} value={value} problem={problem} change={change} label={label} />;
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

/** A file, whose bytes are sent in base64. */
function FileInput({ problem, change, label }: InputProps & { label: string }) {
  const [name, setName] = useState('');
  const choose = async (file: File) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    let text = '';
    // `fromCharCode` takes so many arguments at once
    for (let at = 0; at < bytes.length; at += 30_000)
      text += String.fromCharCode(...bytes.subarray(at, at + 30_000));
    setName(file.name);
    change(btoa(text));
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, my: 1, overflowWrap: 'anywhere' }}>
      <FileButton label={label} accept=".xml,.csv,.txt" choose={choose} />
      <span>{name}</span>
      {problem && <Typography color="error">{problem}</Typography>}
    </Box>
  );
}

/** Words in each language, one below the other. */
function TextsInput({ of, value, problem, change, label }: InputProps & { label: string }) {
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

/** Several rows of a few values each: `from` 10, `percent` 5. */
function RowsInput({ of, value, problem, change, label }: InputProps & { label: string }) {
  const t = useTranslate();
  const rows = Array.isArray(value) ? value : [];
  const set = (at: number, name: string, text: string) =>
    change(rows.map((row, nth) => (nth === at ? { ...row, [name]: text } : row)));
  return (
    <Box component="fieldset" sx={{ border: 1, borderColor: 'divider', borderRadius: 1, my: 1 }}>
      <legend>{label}</legend>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells rows apart, and they hold no state
        <Box key={at} sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          {of.columns?.map(({ name }) => (
            <TextField
              key={name}
              label={`${t(`field.${name}`)} ${at + 1}`}
              margin="dense"
              required
              value={row[name] ?? ''}
              onChange={(event) => set(at, name, event.target.value)}
              slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
            />
          ))}
          <Button onClick={() => change(rows.filter((_, nth) => nth !== at))}>{t('action.remove')}</Button>
        </Box>
      ))}
      <Button onClick={() => change([...rows, {}])}>{t('word.addRow')}</Button>
      {problem && <Typography color="error">{problem}</Typography>}
    </Box>
  );
}

/** The key of a record of another area: what is typed is looked for. */
function RecordInput({ of, value, problem, change, label }: InputProps & { label: string }) {
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
