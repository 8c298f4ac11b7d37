import { useApp } from '../../../core/app';
import { Button } from '../../../ui/button';
import { Field, type FieldOf } from '../../../ui/field/field';
import { beside, input } from '../../../ui/styles';

/** A field for an integer. `all` offers to fill in the maximum. */
export function WholeField<I>({ of, name, label, hint, all }: FieldOf<I> & { all: number }) {
  const { t } = useApp();
  const set = (value: number | undefined) => of.set(name, value as I[keyof I & string] | undefined);
  return (
    <Field label={label} problem={of.problems[name]} hint={hint}>
      {(id, describedBy, invalid) => (
        <div className={beside}>
          <input
            id={id}
            className={input}
            name={name}
            inputMode="numeric"
            autoComplete="off"
            required
            aria-describedby={describedBy}
            aria-invalid={invalid}
            value={(of.values[name] as number | undefined) ?? ''}
            onInput={({ currentTarget }) => {
              const typed = currentTarget.value
                .replace(/\D/g, '')
                .replace(/^0+(?=\d)/, '')
                .slice(0, 12);
              if (currentTarget.value !== typed) currentTarget.value = typed;
              set(typed ? Number(typed) : undefined);
            }}
            onBlur={() => of.touch(name)}
          />
          <Button kind="quiet" small onClick={() => set(all)}>
            {t('form.fields.all')}
          </Button>
        </div>
      )}
    </Field>
  );
}
