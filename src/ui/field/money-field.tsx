import { css } from 'goober';
import { useState } from 'react';
import { useApp } from '../../core/app';
import { Button } from '../button';
import { beside, input } from '../styles';
import { Field, type FieldOf } from './field';

const yuan = css`
  font-weight: 700;
  & > span {
    position: absolute;
    top: 50%;
    left: 18px;
    transform: translateY(-50%);
  }
  & > input {
    padding-left: 32px;
    font-size: 20px;
  }
`;

/** Keeps digits, one decimal point and two decimals; accepts the points of a Chinese keyboard. */
export function cleanMoney(typed: string): string {
  const [before = '', ...after] = typed
    .replace(/[。．，,]/g, '.')
    .replace(/[^\d.]/g, '')
    .split('.');
  const integer = before.replace(/^0+(?=\d)/, '').slice(0, 10);
  return after.length ? `${integer || '0'}.${after.join('').slice(0, 2)}` : integer;
}

/** Fen, from the result of `cleanMoney`. Calculated without floats. */
export function toFen(typed: string): number | undefined {
  const [integer = '', fen = ''] = typed.split('.');
  return integer ? Number(integer) * 100 + Number(fen.padEnd(2, '0')) : undefined;
}

const toTyped = (fen: number) => {
  const fraction = fen % 100;
  return `${Math.trunc(fen / 100)}${fraction ? `.${String(fraction).padStart(2, '0')}` : ''}`;
};

/** Typed in yuan, stored in fen. `all` (fen) offers to fill in the maximum. */
export function MoneyField<I>({
  of,
  name,
  label,
  hint,
  optional,
  all,
}: FieldOf<I> & { all?: number | undefined }) {
  const { t } = useApp();
  const [typed, setTyped] = useState('');
  const fen = of.values[name] as number | undefined;
  const set = (value: number | undefined) => of.set(name, value as I[keyof I & string] | undefined);
  // the stored value may change from outside; while it equals the typed text, that text is shown ("12.")
  const text = toFen(typed) === fen ? typed : fen === undefined ? '' : toTyped(fen);
  return (
    <Field label={label} problem={of.problems[name]} hint={hint} optional={optional}>
      {(id, describedBy, invalid) => (
        <div className={`${beside} ${yuan}`}>
          <span aria-hidden="true">¥</span>
          <input
            id={id}
            className={input}
            name={name}
            inputMode="decimal"
            autoComplete="off"
            required={!optional}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            value={text}
            onInput={({ currentTarget }) => {
              const value = cleanMoney(currentTarget.value);
              if (currentTarget.value !== value) currentTarget.value = value;
              setTyped(value);
              set(toFen(value));
            }}
            onBlur={() => of.touch(name)}
          />
          {all !== undefined && (
            <Button kind="quiet" small onClick={() => set(all)}>
              {t('form.fields.all')}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
