import { inlineSelect } from '../layout/language-switch';

interface Props<T extends string> {
  label: string;
  value: T;
  options: readonly { value: NoInfer<T>; words: string }[];
  onChange(value: NoInfer<T>, page: Document): void;
}

/**
 * A selection at the end of a line or above a list, applied at once. Forms use `ChoiceField`. The language switch does not use it,
 * because sign-in has no bytes left for it.
 */
export function Select<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <select
      className={inlineSelect}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as T, currentTarget.ownerDocument)}
    >
      {options.map(({ value, words }) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}
