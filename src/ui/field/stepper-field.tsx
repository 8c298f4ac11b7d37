import { Field, type FieldOf } from './field';
import { type Bounds, Stepper } from './stepper';

/** A quantity in a form. Separate from the stepper, which screens without a form use too. */
export function StepperField<I>({ of, name, label, hint, optional, min = 0, max }: FieldOf<I> & Bounds) {
  return (
    <Field label={label} problem={of.problems[name]} hint={hint} optional={optional}>
      {(id, describedBy, invalid) => (
        <Stepper
          id={id}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          value={(of.values[name] as number | undefined) ?? min}
          min={min}
          max={max}
          onChange={(value) => of.set(name, value as I[keyof I & string])}
        />
      )}
    </Field>
  );
}
