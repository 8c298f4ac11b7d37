import { css } from 'goober';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { IncomeReason, Revenue } from '../../../contract/money/wallet';
import { useApp } from '../../../core/app';
import { monthName } from '../../../core/text/calendar';
import { money } from '../../../core/text/format';

/** Distinguishable in both light and dark mode. */
export const colours: Record<IncomeReason, string> = {
  rent: 'var(--cp-lit)',
  acceleration: 'var(--cp-ink)',
  reward: 'var(--cp-warn)',
  shop: 'var(--cp-edge)',
};

const chart = css`
  display: flex;
  margin: 0 -16px;
  padding: 0 8px;
  overflow-x: auto;
  overscroll-behavior-x: contain;
  -webkit-text-size-adjust: 100%; /* the text below a bar stays below it */
  & > button {
    display: flex;
    flex: 1 0 48px;
    flex-direction: column;
    align-items: center;
    max-width: 96px;
    padding: 8px 0 4px;
    border-radius: calc(var(--cp-round) * 10 / 16);
    color: var(--cp-quiet);
    font-size: 12px;
    line-height: 16px;
  }
  & > button > :first-child {
    display: flex;
    flex-direction: column-reverse;
    width: 18px;
    height: 132px;
    margin-bottom: 6px;
    border-bottom: 1px solid var(--cp-edge);
  }
  & i {
    flex: none;
    min-height: 2px;
  }
  & i:last-child {
    border-radius: 4px 4px 0 0;
  }
  & i + i {
    box-shadow: 0 1px var(--cp-card);
  }
  & > [aria-pressed='true'] {
    background: var(--cp-soft);
    color: var(--cp-accent);
    font-weight: 600;
  }
  & > :focus-visible {
    outline-offset: -2px;
  }
`;

interface Props {
  /** Oldest first. */
  months: Revenue['months'];
  /** `2026-11` */
  value: string;
  onChange(month: string): void;
}

/** A bar per month, divided by kind. A tap or an arrow key selects a month; the newest are visible first. */
export function IncomeChart({ months, value, onChange }: Props) {
  const app = useApp();
  const { t } = app;
  const chartRef = useRef<HTMLDivElement>(null);
  const top = Math.max(1, ...months.map(({ total }) => total));
  useLayoutEffect(() => {
    const all = chartRef.current;
    if (!all) return;
    const chosen = all.children[months.findIndex(({ month }) => month === value)] as HTMLElement | undefined;
    // a returning member sees the selected month, otherwise the newest
    if (chosen)
      all.scrollLeft = chosen.offsetLeft - all.offsetLeft - all.clientWidth + chosen.offsetWidth + 56;
  }, []);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    const next = months.findIndex(({ month }) => month === value) + by;
    const to = by ? months[next] : undefined;
    if (!to) return;
    (chartRef.current?.children[next] as HTMLElement | undefined)?.focus();
    onChange(to.month);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll everywhere
    <div ref={chartRef} className={chart} role="group" aria-label={t('income.chart')} onKeyDown={onKeyDown}>
      {months.map(({ month, total, kinds }, at) => (
        <button
          key={month}
          type="button"
          aria-label={t('income.bar', { month: monthName(month, app), amount: money(total) })}
          aria-pressed={month === value}
          tabIndex={month === value ? 0 : -1}
          onClick={() => onChange(month)}
        >
          <span>
            {kinds
              .filter(({ amount }) => amount > 0)
              .map(({ kind, amount }) => (
                <i key={kind} style={{ height: `${(amount / top) * 100}%`, background: colours[kind] }} />
              ))}
          </span>
          <span>{month.slice(5)}</span>
          <span>{at === 0 || month.endsWith('-01') ? month.slice(0, 4) : '\u00a0'}</span>
        </button>
      ))}
    </div>
  );
}
