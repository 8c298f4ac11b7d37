import { css } from 'goober';
import { input } from '../styles';
import { Field, type FieldOf } from './field';
import { Typed } from './text-field';

/** Aligns a date or time in a field with the text of others: iPhones centre it. */
export const fromStart = css`
  &::-webkit-date-and-time-value {
    text-align: start;
  }
`;

/** A day, `2026-11-21`, in the phone's own calendar. `min` and `max` are days too. */
export function DateField<I>({
  of,
  name,
  label,
  hint,
  optional,
  min,
  max,
}: FieldOf<I> & { min?: string | undefined; max?: string | undefined }) {
  return (
    <Field label={label} problem={of.problems[name]} hint={hint} optional={optional}>
      {(id, describedBy, invalid) => (
        <Typed
          of={of}
          name={name}
          id={id}
          className={`${input} ${fromStart}`}
          type="date"
          min={min}
          max={max}
          required={!optional}
          aria-describedby={describedBy}
          aria-invalid={invalid}
        />
      )}
    </Field>
  );
}
