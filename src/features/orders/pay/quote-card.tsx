import type { Quote } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { Amount } from '../../../ui/display/amount';
import { Approx } from '../../../ui/display/approx';
import { Card } from '../../../ui/layout/card';
import { Section } from '../../../ui/layout/section';
import { quiet, row } from '../../../ui/styles';
import { amount } from './text';

const apart = { justifyContent: 'space-between', flexWrap: 'wrap', marginTop: 8 } as const;

/** The price from the server: lines, discounts, and the amount to pay. */
export function QuoteCard({ quote }: { quote: Quote }) {
  const { t } = useApp();
  const { currency, lines, discount, coupon } = quote;
  return (
    <Section>
      <Card night>
        <p className={quiet}>{t('pay.pay.total')}</p>
        <Amount of={amount(quote.total, currency, t)} size="figure" />
        {currency === 'money' && <Approx of={quote.total} />}
        {lines.map((line) => (
          <div key={line.productId + (line.serialNumber ?? '')} className={row} style={apart}>
            <span>
              {line.name} ×&nbsp;{line.quantity}
            </span>
            <span>{amount(line.amount, currency, t)}</span>
          </div>
        ))}
        {discount > 0 && (
          <div className={`${row} ${quiet}`} style={apart}>
            <span>
              {t('orders.discount')} {coupon?.name}
            </span>
            <span>−{amount(discount, currency, t)}</span>
          </div>
        )}
      </Card>
    </Section>
  );
}
