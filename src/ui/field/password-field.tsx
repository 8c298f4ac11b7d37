import { useState } from 'react';
import { useApp } from '../../core/app';
import { Drawing } from '../display/icon';
import { inside, target } from '../styles';
import { Field, type FieldOf } from './field';
import { Typed } from './text-field';

const eye = {
  show: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  hide: 'M4 4l16 16M9.9 5.7A9.3 9.3 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.4M6.2 7.3A16.6 16.6 0 0 0 2.5 12S6 18.5 12 18.5c1.5 0 2.9-.4 4.1-1M9.9 9.9a3 3 0 0 0 4.2 4.2',
};

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
            <Drawing path={eye[revealed ? 'hide' : 'show']} />
          </button>
        </div>
      )}
    </Field>
  );
}
