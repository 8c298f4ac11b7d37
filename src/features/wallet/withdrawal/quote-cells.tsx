import type { WithdrawalQuote } from '../../../contract/wallet';
import { useApp } from '../../../core/app';
import { dateTime, money } from '../../../core/text/format';
import { usdt } from '../../../core/text/usdt';
import { Amount } from '../../../ui/display/amount';
import { Cell } from '../../../ui/layout/cell';

type Cost = Omit<WithdrawalQuote, 'expectedBy'>;

interface Costs<C> {
  quote: C | undefined;
  /** Keeps the room for the amount of USDT. */
  toUsdt?: boolean | undefined;
}

/** Fee and what arrives. */
export function CostCells({ quote, toUsdt }: Costs<Cost>) {
  const { t } = useApp();
  return (
    <>
      <Cell label={t('wallet.quote.fee')} value={quote ? money(quote.fee) : '–'} />
      <Cell
        label={t('wallet.quote.arrives')}
        value={
          <>
            <Amount of={quote ? money(quote.arrives) : '–'} />
            {(quote ? quote.usdt !== undefined : toUsdt) && (
              <>
                <br />
                {quote ? t('wallet.quote.usdt', { amount: usdt(quote.usdt ?? 0) }) : '–'}
              </>
            )}
          </>
        }
      />
    </>
  );
}

/** Fee, what arrives, and when, in the server's numbers. Has its height before it has them. */
export function QuoteCells({ quote, toUsdt }: Costs<WithdrawalQuote>) {
  const { t } = useApp();
  return (
    <>
      <CostCells quote={quote} toUsdt={toUsdt} />
      <Cell
        label={t('wallet.quote.expected')}
        value={quote ? dateTime(quote.expectedBy) : '–'}
        note={t('wallet.quote.days')}
      />
    </>
  );
}
