import { type ComponentProps, useEffect, useState } from 'react';
import { useApp } from '../../core/app';
import type { Form } from '../../core/form/form';
import { TextField } from './text-field';

/**
 * A name as the rule of spec §5 takes it, of what people write: lowercase letters without accents, nothing between the parts. Chinese
 * characters stay as they are.
 */
const foldName = (typed: string): string =>
  typed
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s.·•'’-]/g, '');

/** The name of a person under spec §5. What was typed stays in the field; what of it is kept is said while one types. */
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
  // what was typed under another rule
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
