import { type ReactNode, useId } from 'react';
import type { Form } from '../../core/form/form';
import { checkBox, choice } from '../styles';
import { Note } from './field';

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
  const id = useId();
  const problem = of.problems[name];
  return (
    <div className={choice}>
      <label>
        <input
          className={checkBox}
          type="checkbox"
          name={name}
          checked={!!of.values[name]}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem && id}
          onChange={(event) => of.set(name, event.currentTarget.checked as I[keyof I & string])}
        />
        <span>{children}</span>
      </label>
      <Note id={id} problem={problem} />
    </div>
  );
}
