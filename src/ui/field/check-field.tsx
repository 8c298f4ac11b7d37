import { type ReactNode, useId } from 'react';
import { useApp } from '../../core/app';
import type { Form } from '../../core/form/form';
import { choice, quiet } from '../styles';
import { problemText } from './field';

/** A required consent: an agreement. Its text may contain links. */
export function CheckField<I>({
  of,
  name,
  children,
}: {
  of: Form<I>;
  name: keyof I & string;
  children?: ReactNode;
}) {
  const { t } = useApp();
  const id = useId();
  const problem = of.problems[name];
  return (
    <div className={choice}>
      <label>
        <input
          type="checkbox"
          name={name}
          checked={!!of.values[name]}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem && id}
          onChange={(event) => of.set(name, event.currentTarget.checked as I[keyof I & string])}
        />
        <span>{children}</span>
      </label>
      {problem && (
        <p id={id} className={quiet} style={{ color: 'var(--cp-bad)' }}>
          {problemText(problem, t)}
        </p>
      )}
    </div>
  );
}
