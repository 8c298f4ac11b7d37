import { css } from 'goober';
import { useApp } from '../../core/app';
import { choice, input, panel } from '../styles';
import { Field, type FieldOf } from './field';
import { Radio } from './radio';

const rows = css`
  padding: 4px 16px;
`;

const select = css`
  padding-right: 40px;
  background-image: linear-gradient(45deg, transparent 50%, currentColor 50%),
    linear-gradient(-45deg, transparent 50%, currentColor 50%);
  background-position: right 20px center, right 14px center;
  background-size: 6px 6px;
  background-repeat: no-repeat;
`;

/** Up to four choices are all visible, more are in the phone's own list. */
export function ChoiceField<I>({
  of,
  name,
  label,
  hint,
  optional,
  options,
}: FieldOf<I> & { options: { value: string | number; label: string }[] }) {
  const { t } = useApp();
  const few = options.length <= 4;
  const set = (value: unknown) => of.set(name, value as I[keyof I & string]);
  const chosen = options.findIndex(({ value }) => value === of.values[name]);
  return (
    <Field label={label} problem={of.problems[name]} hint={hint} optional={optional} group={few}>
      {(id, describedBy, invalid) =>
        few ? (
          <div
            className={`${panel} ${choice} ${rows}`}
            role="radiogroup"
            aria-labelledby={`${id}-label`}
            aria-describedby={describedBy}
            aria-invalid={invalid}
          >
            {options.map((option, at) => (
              <label key={option.value}>
                <Radio name={id} checked={at === chosen} onChange={() => set(option.value)} />
                {option.label}
              </label>
            ))}
          </div>
        ) : (
          <select
            id={id}
            className={`${input} ${select}`}
            name={name}
            required={!optional}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            value={chosen}
            onChange={(event) => set(options[Number(event.currentTarget.value)]?.value)}
          >
            <option value={-1}>{t('form.fields.choose')}</option>
            {options.map((option, at) => (
              <option key={option.value} value={at}>
                {option.label}
              </option>
            ))}
          </select>
        )
      }
    </Field>
  );
}
