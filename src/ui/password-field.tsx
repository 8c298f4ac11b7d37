import { useState } from 'react';
import { useApp } from '../core/app';
import { Field, type FieldOf } from './field';
import { Icon } from './icon';
import { inside, target } from './looks';
import { Typed } from './text-field';

export function PasswordField<I>({
  of,
  name,
  label,
  hint,
  autoComplete = 'current-password',
}: FieldOf<I> & { autoComplete?: string | undefined }) {
  const { t } = useApp();
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} problem={of.problems[name]} hint={hint}>
      {(id, describedBy, invalid) => (
        <div className={inside}>
          <Typed
            of={of}
            name={name}
            id={id}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="off"
            spellCheck={false}
            maxLength={64}
            required
            aria-describedby={describedBy}
            aria-invalid={invalid}
          />
          <button
            type="button"
            className={target}
            aria-label={t(shown ? 'form.fields.hide' : 'form.fields.show')}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} />
          </button>
        </div>
      )}
    </Field>
  );
}
