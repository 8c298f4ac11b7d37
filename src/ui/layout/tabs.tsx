import { css } from 'goober';
import { type KeyboardEvent, useEffect, useRef } from 'react';

const tabs = css`
  display: flex;
  padding: 4px 0 12px;
  overflow-x: auto;
  scrollbar-width: none;
  &::-webkit-scrollbar {
    display: none;
  }
  & button {
    flex: none;
    min-height: 44px;
    padding: 0 14px;
    border-radius: 22px;
    color: var(--cp-quiet);
    font-size: 15px;
    white-space: nowrap;
  }
  & [aria-selected='true'] {
    background: var(--cp-soft);
    color: var(--cp-accent);
    font-weight: 600;
  }
  & :focus-visible {
    outline-offset: -2px;
  }
`;

/** One of a few: arrow keys go from one to the next, as in every tab list. */
export function Tabs<K extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: K;
  options: Record<K, string>;
  onChange(value: K): void;
}) {
  const all = useRef<HTMLDivElement>(null);
  const keys = Object.keys(options) as K[];
  useEffect(() => {
    const row = all.current!;
    const chosen = row.children[keys.indexOf(value)] as HTMLElement | undefined;
    if (chosen)
      row.scrollLeft = chosen.offsetLeft - row.offsetLeft - (row.clientWidth - chosen.clientWidth) / 2;
  }, [value]);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (!by) return;
    const next = (keys.indexOf(value) + by + keys.length) % keys.length;
    (all.current!.children[next] as HTMLElement).focus();
    onChange(keys[next]!);
  };
  return (
    <div className={tabs} role="tablist" aria-label={label} ref={all} onKeyDown={onKeyDown}>
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === value}
          tabIndex={key === value ? 0 : -1}
          onClick={() => onChange(key)}
        >
          {options[key]}
        </button>
      ))}
    </div>
  );
}
