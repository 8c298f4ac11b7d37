import { Field, type FieldOf } from './field';
import { Typed } from './text-field';

/** A day, `2026-11-21`, by the phone's own calendar. `min` and `max` are days too. */
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
