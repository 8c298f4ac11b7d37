import { useState } from 'react';
import { chinaAhead } from '../../contract/wire/china';
import { input } from '../styles';
import { fromStart } from './date-field';
import { Field, type FieldOf } from './field';

const zone = '+08:00';

/** `2026-11-20T16:40` in Shanghai, which has no summer time, for an ISO 8601 time; empty for none. */
const localOf = (iso: unknown): string => {
  const at = typeof iso === 'string' ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(at) ? '' : new Date(at + chinaAhead).toISOString().slice(0, 16);
};

/** The current time in the field's format: the latest possible value. */
const now = () => new Date(Date.now() + chinaAhead).toISOString().slice(0, 16);

/** A past point in time, typed in Shanghai's time; the form stores it in ISO 8601 with its zone. */
export function DateTimeField<I>({ of, name, label, hint, optional }: FieldOf<I>) {
  const [typed, setTyped] = useState(() => localOf(of.values[name]));
  return (
    <Field label={label} problem={of.problems[name]} hint={hint} optional={optional}>
      {(id, describedBy, invalid) => (
        <input
          id={id}
          className={`${input} ${fromStart}`}
          name={name}
          type="datetime-local"
          max={now()}
          required={!optional}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          value={typed}
          onInput={({ currentTarget: { value } }) => {
            setTyped(value);
            const complete = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(value)?.[0];
            of.set(name, (complete ? `${complete}:00${zone}` : '') as (typeof of.values)[typeof name]);
          }}
          onBlur={() => of.touch(name)}
        />
      )}
    </Field>
  );
}
