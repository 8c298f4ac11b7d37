import { css } from 'goober';
import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../core/app';
import { Icon } from '../display/icon';
import { closeIcon, searchIcon } from '../display/icons';
import { input, inside, target } from '../styles';

/** Without the engine’s own clear button, which would be a second one, and too small for a finger. */
const search = css`
  margin-bottom: 8px;
  & > [type] {
    padding-left: 44px;
    border-color: transparent;
  }
  & > svg {
    position: absolute;
    top: 14px;
    left: 14px;
    color: var(--cp-quiet);
  }
  & > input::-webkit-search-cancel-button {
    display: none;
  }
`;

/** Milliseconds without typing before the search starts. */
const debounceMs = 300;

export function Search({
  value,
  onChange,
  placeholder,
}: {
  value: string;
  onChange(value: string): void;
  placeholder?: string | undefined;
}) {
  const { t } = useApp();
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);
  const inputRef = useRef<HTMLInputElement>(null);
  const report = (text: string) => {
    if (reported.current === text) return;
    reported.current = text;
    onChange(text);
  };
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    const timer = setTimeout(() => report(typed.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> says nothing to the engines that we support
    <form
      role="search"
      className={`${inside} ${search}`}
      onSubmit={(event) => {
        event.preventDefault();
        report(typed.trim());
      }}
    >
      <input
        ref={inputRef}
        className={input}
        type="search"
        enterKeyHint="search"
        aria-label={placeholder ?? t('common.search')}
        placeholder={placeholder ?? t('common.search')}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <Icon of={searchIcon} />
      {typed && (
        <button
          type="button"
          className={target}
          aria-label={t('common.clear')}
          onClick={() => {
            setTyped('');
            report('');
            inputRef.current?.focus();
          }}
        >
          <Icon of={closeIcon} />
        </button>
      )}
    </form>
  );
}
