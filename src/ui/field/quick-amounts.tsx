import { css } from 'goober';
import { money } from '../../core/text/format';

const amounts = css`
  display: flex;
  flex-wrap: wrap;
  margin: 8px -4px -4px;
  & > button {
    flex: 1 1 60px;
    min-height: 44px;
    margin: 4px;
    padding: 0 4px;
    border-radius: var(--cp-round-control);
    background: var(--cp-card);
    color: inherit;
    font-weight: 600;
    font-size: 13px;
    white-space: nowrap;
  }
  & > [aria-pressed='true'] {
    background: var(--cp-soft);
    color: var(--cp-accent);
  }
`;

/** Amounts in fen to fill in with a tap; those above `most` are left out. `all`: the value of the button for everything. */
export function QuickAmounts({
  of,
  value,
  most = Number.POSITIVE_INFINITY,
  all,
  onChange,
}: {
  of: readonly number[];
  value: number | undefined;
  most?: number | undefined;
  all?: { words: string; amount: number } | undefined;
  onChange(amount: number): void;
}) {
  const choices = of
    .filter((amount) => amount <= most)
    .map((amount) => [money(amount).slice(0, -3), amount] as const);
  return (
    <div className={amounts}>
      {[...choices, ...(all ? [[all.words, all.amount] as const] : [])].map(([words, amount]) => (
        <button key={words} type="button" aria-pressed={value === amount} onClick={() => onChange(amount)}>
          {words}
        </button>
      ))}
    </div>
  );
}
