import { type ComponentProps, createElement } from 'react';
import { useApp } from '../../core/app';
import type { Form } from '../../core/form/form';
import { input } from '../styles';
import { Field, type FieldOf } from './field';

/** A text field of a form. `clean` removes invalid characters while typing. */
export function Typed({
  of,
  name,
  lines,
  clean = (typed) => typed,
  ...rest
}: {
  of: Form;
  name: string;
  lines?: number | undefined;
  clean?: (typed: string) => string;
} & Omit<ComponentProps<'input'>, 'name'>) {
  return createElement(lines ? 'textarea' : 'input', {
    className: input,
    ...rest,
    ...(lines && { rows: lines }),
    name,
    value: (of.values[name] as string | undefined) ?? '',
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      const value = clean(currentTarget.value);
      // React restores a controlled value by itself, preact does not if nothing changed
      if (currentTarget.value !== value) currentTarget.value = value;
      of.set(name, value);
    },
    onBlur: () => of.touch(name),
  });
}

export function TextField<I>({
  of,
  name,
  label,
  hint,
  optional,
  lines,
  ...rest
}: FieldOf<I> & {
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
  autoCapitalize?: 'none' | undefined;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'url' | undefined;
  /** Maximum number of characters. */
  maxLength?: number | undefined;
  type?: 'text' | 'email' | 'tel' | undefined;
  /** False if something else may be given in its place. */
  required?: boolean | undefined;
  /** More than one makes a text area, with a counter if there is a `maxLength`. */
  lines?: number | undefined;
}) {
  const { t } = useApp();
  const problem = of.problems[name];
  const max = rest.maxLength;
  const count = String(of.values[name] ?? '').length;
  const counted = lines && max ? t('form.fields.count', { count, max }) : undefined;
  return (
    <Field label={label} problem={problem} hint={hint ?? counted} optional={optional}>
      {(id, describedBy, invalid) => (
        <Typed
          of={of}
          name={name}
          id={id}
          lines={lines}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          required={!optional}
          {...rest}
        />
      )}
    </Field>
  );
}
