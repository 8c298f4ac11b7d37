import { css } from 'goober';
import { useApp } from '../core/app';
import { Field, type FieldOf } from './field';
import { input } from './looks';

/** Rows to choose from. */
export const choices = css`
  & label {
    display: flex;
    align-items: center;
    min-height: 48px;
    padding: 8px 14px;
    border: 1px solid var(--cp-line);
    border-radius: 12px;
    background: var(--cp-card);
  }
  & label + label {
    margin-top: 8px;
  }
  & input {
    flex: none;
    width: 20px;
    height: 20px;
    margin: 0 12px 0 0;
    accent-color: var(--cp-accent);
  }
`;

/** Up to four are shown at once, more are in the phone's own list. */
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
            className={choices}
            role="radiogroup"
            aria-labelledby={`${id}-label`}
            aria-describedby={describedBy}
            aria-invalid={invalid}
          >
            {options.map((option, at) => (
              <label key={option.value}>
                <input type="radio" name={id} checked={at === chosen} onChange={() => set(option.value)} />
                {option.label}
              </label>
            ))}
          </div>
        ) : (
          <select
            id={id}
            className={input}
            name={name}
            required={!optional}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            value={chosen}
            onChange={(event) => set(options[Number(event.currentTarget.value)]?.value)}
          >
            <option value={-1}>{t('common.fields.choose')}</option>
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
