import { css } from 'goober';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { afterPaint } from '../../core/after-paint';
import { integer } from '../../core/text/format';

const tabs = css`
  display: flex;
  margin: 0 -16px;
  padding: 0 16px 8px;
  overflow-x: auto;
  scrollbar-width: none;
  &::-webkit-scrollbar {
    display: none;
  }
  & button {
    flex: none;
    min-height: 44px;
    margin-right: 8px;
    color: var(--cp-quiet);
    font-size: 14px;
    white-space: nowrap;
  }
  & span {
    display: block;
    padding: 6px 14px;
    border-radius: calc(var(--cp-round) * 12 / 16);
    background: var(--cp-card);
  }
  & i {
    display: inline-block;
    min-width: 1ch;
    font-style: normal;
    text-align: left;
  }
  & [aria-selected='true'] > span {
    background: var(--cp-ink);
    color: var(--cp-paper);
    font-weight: 600;
  }
  & :focus-visible {
    outline-offset: -2px;
  }
  &[data-segments] {
    margin: 0 0 12px;
    padding: 4px;
    border-radius: var(--cp-round-control);
    background: var(--cp-card);
  }
  &[data-segments] button {
    flex: auto;
    margin: 0;
    color: var(--cp-ink);
    white-space: normal;
  }
  &[data-segments] span {
    padding: 9px 8px;
    border-radius: calc(var(--cp-round) * 11 / 16);
  }
  &[data-segments] [aria-selected='true'] > span {
    background: var(--cp-unlit);
    color: var(--cp-ink);
  }
`;

/**
 * A choice of one tab: arrow keys move between them, as in every tab list. Chips that scroll sideways, or `segments` that share a row.
 * `counts`: the number of items in each; room for one digit is reserved before it is known.
 */
export function Tabs<K extends string>({
  label,
  value,
  options,
  counts,
  onChange,
  segments,
}: {
  label: string;
  value: K;
  options: Record<K, string>;
  counts?: { readonly [key in K]?: number | undefined } | undefined;
  onChange(value: K): void;
  segments?: boolean | undefined;
}) {
  const all = useRef<HTMLDivElement>(null);
  const keys = Object.keys(options) as K[];
  /** The tab that was tapped, until the list that belongs to it is rendered. */
  const [tapped, setTapped] = useState<K>();
  const shown = tapped ?? value;
  // something else may have been chosen before the paint
  const latest = useRef(onChange);
  latest.current = onChange;
  const choose = (key: K) => {
    setTapped(key);
    afterPaint(() => {
      setTapped(undefined);
      latest.current(key);
    });
  };
  useEffect(() => {
    const row = all.current;
    if (!row) return;
    const chosen = row.children[keys.indexOf(shown)] as HTMLElement | undefined;
    if (chosen)
      row.scrollLeft = chosen.offsetLeft - row.offsetLeft - (row.clientWidth - chosen.clientWidth) / 2;
  }, [shown]);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (!by) return;
    const next = (keys.indexOf(shown) + by + keys.length) % keys.length;
    const to = keys[next];
    if (to === undefined) return;
    (all.current?.children[next] as HTMLElement | undefined)?.focus();
    choose(to);
  };
  return (
    <div
      className={tabs}
      role="tablist"
      aria-label={label}
      data-segments={segments || undefined}
      ref={all}
      onKeyDown={onKeyDown}
    >
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === shown}
          tabIndex={key === shown ? 0 : -1}
          onClick={() => choose(key)}
        >
          <span>
            {options[key]}
            {counts && key in counts && (
              <>
                {' '}
                <i>{counts[key] === undefined ? '' : integer(counts[key])}</i>
              </>
            )}
          </span>
        </button>
      ))}
    </div>
  );
}
