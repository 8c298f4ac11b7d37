import { useState } from 'react';
import { useApp } from '../../core/app';
import { Icon } from '../display/icon';
import { eyeIcon, hideIcon } from '../display/icons';
import { inside, target } from '../styles';
import { Field, type FieldOf } from './field';
import { Typed } from './text-field';

export function PasswordField<I>({
  of,
  name,
  label,
  hint,
  autoComplete = 'current-password',
}: FieldOf<I> & { autoComplete?: string | undefined }) {
  const { t } = useApp();
  const [revealed, setRevealed] = useState(false);
  return (
    <Field label={label} problem={of.problems[name]} hint={hint}>
      {(id, describedBy, invalid) => (
        <div className={inside}>
          <Typed
            of={of}
            name={name}
            id={id}
            type={revealed ? 'text' : 'password'}
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
            aria-label={t(revealed ? 'form.fields.hide' : 'form.fields.show')}
            onClick={() => setRevealed(!revealed)}
          >
            <Icon of={revealed ? hideIcon : eyeIcon} />
          </button>
        </div>
      )}
    </Field>
  );
}
