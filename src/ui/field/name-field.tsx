import { type ComponentProps, useEffect, useState } from 'react';
import { useApp } from '../../core/app';
import type { Form } from '../../core/form/form';
import { TextField } from './text-field';

/** Converts a typed name to the rule of spec §5: lowercase letters without accents and separators. Chinese characters stay unchanged. */
const foldName = (typed: string): string =>
  typed
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s.·•'’-]/g, '');

/** The name of a person under spec §5. The field keeps the typed text, and shows the stored form while typing. */
export function NameField({
  of,
  name,
  hint,
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'of' | 'name' | 'hint'> & {
  of: Form;
  name: string;
  hint: string;
}) {
  const { t } = useApp();
  const [typed, setTyped] = useState(String(of.values[name] ?? ''));
  const folded = foldName(typed);
  // text that was typed under another rule
  useEffect(() => {
    if (folded && folded !== of.values[name]) of.set(name, folded);
  }, []);
  const asTyped: Form = {
    ...of,
    values: { ...of.values, [name]: typed },
    set(field, value) {
      setTyped(String(value ?? ''));
      of.set(field, foldName(String(value ?? '')));
    },
  };
  return (
    <TextField
      {...rest}
      of={asTyped}
      name={name}
      hint={folded && folded !== typed ? t('form.kept', { name: folded }) : hint}
    />
  );
}
