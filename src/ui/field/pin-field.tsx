import { css } from 'goober';
import { Field, type FieldOf } from './field';

const boxes = [0, 1, 2, 3, 4, 5];
const digits = boxes.length;

const pin = css`
  position: relative;
  max-width: 400px;
  & > input {
    position: absolute;
    z-index: 1;
    top: 0;
    left: 0;
    width: 100%;
    height: 100%;
    border: 0;
    background: none;
    color: transparent;
    font-size: 16px;
    opacity: 0;
    -webkit-text-security: disc;
  }
  & > div {
    display: flex;
    margin: 0 -4px;
  }
  & i {
    display: flex;
    flex: 1;
    align-items: center;
    justify-content: center;
    min-height: 52px;
    margin: 0 4px;
    border: 1px solid var(--cp-edge);
    border-radius: calc(var(--cp-round) * 12 / 16);
    background: var(--cp-sunk);
  }
  & i[data-on]::before {
    width: 12px;
    height: 12px;
    border-radius: 50%;
    background: var(--cp-lit);
    content: '';
  }
  & > input:focus + div > i[data-now] {
    border-color: var(--cp-accent);
    box-shadow: inset 0 0 0 1px var(--cp-accent);
  }
  & > input:focus + div > i[data-now]::before {
    width: 2px;
    height: 24px;
    background: var(--cp-accent);
    content: '';
  }
  & > input[aria-invalid='true'] + div > i {
    border-color: var(--cp-bad);
  }
`;

/**
 * A payment password: one field of six digits under six boxes, a light for each digit. `onFull` receives the six digits; if they are
 * rejected, the caller empties the field.
 */
export function PinField<I>({
  of,
  name,
  label,
  hint,
  onFull,
}: FieldOf<I> & { onFull?: ((pin: string) => void) | undefined }) {
  const value = String(of.values[name] ?? '');
  return (
    <Field label={label} problem={of.problems[name]} hint={hint}>
      {(id, describedBy, invalid) => (
        <div className={pin}>
          <input
            id={id}
            name={name}
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete="off"
            maxLength={digits}
            disabled={of.busy}
            required
            aria-describedby={describedBy}
            aria-invalid={invalid}
            value={value}
            onInput={({ currentTarget }) => {
              const typed = currentTarget.value.replace(/\D/g, '').slice(0, digits);
              if (currentTarget.value !== typed) currentTarget.value = typed;
              of.set(name, typed as I[keyof I & string]);
              if (typed.length === digits && typed !== value) onFull?.(typed);
            }}
            onBlur={() => of.touch(name)}
          />
          <div aria-hidden="true">
            {boxes.map((at) => (
              <i
                key={at}
                data-on={at < value.length || undefined}
                data-now={at === value.length || undefined}
              />
            ))}
          </div>
        </div>
      )}
    </Field>
  );
}
