import { css } from 'goober';
import type { WithdrawalQuote } from '../../../contract/money/wallet';
import { useApp } from '../../../core/app';
import { money } from '../../../core/text/format';
import { usdt } from '../../../core/text/usdt';
import { when } from '../../../core/text/when';
import { Amount } from '../../../ui/display/amount';
import { Approx } from '../../../ui/display/approx';
import { Cell } from '../../../ui/layout/cell';

/** As high with an amount of USDT, or in the member's own currency, as without one, because the account decides that later. */
const arriving = css`
  display: flex;
  flex-direction: column;
  align-items: flex-end;
  justify-content: center;
  min-height: 3.1em;
`;

/** As wide without a date, so that the text beside it does not wrap differently later. */
const date = css`
  display: inline-block;
  min-width: 14.5ch;
`;

/** The fee and the net amount. */
export function CostCells({ quote }: { quote: Omit<WithdrawalQuote, 'expectedBy'> | undefined }) {
  const { t } = useApp();
  return (
    <>
      <Cell label={t('wallet.quote.fee')} value={quote ? money(quote.fee) : '–'} />
      <Cell
        label={t('wallet.quote.arrives')}
        value={
          <span className={arriving}>
            <Amount of={quote ? money(quote.arrives) : '–'} />
            {quote?.usdt === undefined ? (
              <Approx of={quote?.arrives} />
            ) : (
              t('wallet.quote.usdt', { amount: usdt(quote.usdt) })
            )}
          </span>
        }
      />
    </>
  );
}

/** Fee, net amount and date, from the server. Has its final height before they arrive. */
export function QuoteCells({ quote }: { quote: WithdrawalQuote | undefined }) {
  const app = useApp();
  const { t } = app;
  return (
    <>
      <CostCells quote={quote} />
      <Cell
        label={t('wallet.quote.expected')}
        value={<span className={date}>{quote ? when(quote.expectedBy, app) : '–'}</span>}
        note={t('wallet.quote.days')}
      />
    </>
  );
}
