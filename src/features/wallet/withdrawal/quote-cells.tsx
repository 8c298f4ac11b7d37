import { css } from 'goober';
import type { WithdrawalQuote } from '../../../contract/money/wallet';
import { useApp } from '../../../core/app';
import { money } from '../../../core/text/format';
import { usdt } from '../../../core/text/usdt';
import { when } from '../../../core/text/when';
import { Amount } from '../../../ui/display/amount';
import { Approx } from '../../../ui/display/approx';
import { Cell } from '../../../ui/layout/cell';
import { quiet } from '../../../ui/styles';

/** As high and wide with an amount of USDT, or in the member's own currency, as without one, because the account decides that later. */
const arriving = css`
  display: flex;
  flex-direction: column;
  justify-content: center;
  min-width: 7em;
  min-height: 3.1em;
`;

/** Below the date, over the whole width: beside it, the text would be a narrow column. */
const days = css`
  padding: 0 14px 12px;
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
      <Cell label={t('wallet.quote.expected')} value={quote ? when(quote.expectedBy, app) : '–'} />
      <p className={`${quiet} ${days}`}>{t('wallet.quote.days')}</p>
    </>
  );
}
