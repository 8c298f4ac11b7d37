import { css } from 'goober';
import type { ReactNode } from 'react';
import { Icon } from '../display/icon';
import { downIcon } from '../display/icons';

const picker = css`
  position: relative;
  display: inline-flex;
  align-items: center;
  min-height: 44px;
  padding: 0 10px;
  border-radius: var(--cp-round-control);
  background: var(--cp-card);
  & > svg {
    margin-left: 12px;
  }
  & > select {
    position: absolute;
    top: 0;
    left: 0;
    width: 100%;
    height: 100%;
    opacity: 0;
    font-size: 16px;
    cursor: pointer;
  }
  &:focus-within {
    outline: 2px solid var(--cp-accent);
  }
`;

/**
 * The value of a selection and an arrow, drawn below its transparent select: an engine makes its own as wide as the longest option and
 * puts the value at the left. `lang`: the language of the words, if it is not the page's.
 */
export const Picker = ({
  words,
  lang,
  children,
}: {
  words: string | undefined;
  lang?: string | undefined;
  children?: ReactNode;
}) => (
  <span className={picker} data-picker="">
    <span aria-hidden="true" lang={lang}>
      {words}
    </span>
    <Icon of={downIcon} size={16} />
    {children}
  </span>
);

interface Props<T extends string> {
  label: string;
  value: T;
  options: readonly { value: NoInfer<T>; words: string }[];
  onChange(value: NoInfer<T>, page: Document): void;
}

/** A selection at the end of a line or above a list, applied at once. Forms use `ChoiceField`. */
export function Select<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <Picker words={options.find((one) => one.value === value)?.words}>
      <select
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
    </Picker>
  );
}
