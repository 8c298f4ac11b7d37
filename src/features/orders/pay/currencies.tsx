import { useId } from 'react';
import { type Currency, getProduct } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { Radio } from '../../../ui/field/radio';
import { Section } from '../../../ui/layout/section';
import { choice, panel } from '../../../ui/styles';

/** Money, points or cloud beans: shown for a product with several currencies. */
export function Currencies({
  productId,
  value,
  onChange,
}: {
  productId: string;
  value: Currency;
  onChange(currency: Currency): void;
}) {
  const { t } = useApp();
  const name = useId();
  const { value: product } = useQuery(getProduct, { productId });
  if (product?.points === undefined && product?.cloudBeans === undefined) return null;
  const offered = (['money', 'points', 'cloudBeans'] as const).filter(
    (one) => one === 'money' || product[one] !== undefined,
  );
  return (
    <Section>
      <div
        className={`${panel} ${choice}`}
        style={{ padding: '0 16px' }}
        role="radiogroup"
        aria-label={t('pay.pay.with')}
      >
        {offered.map((one) => (
          <label key={one}>
            <Radio name={name} checked={one === value} onChange={() => onChange(one)} />
            {one === 'money' ? t('pay.pay.money') : t(`orders.ways.${one}`)}
          </label>
        ))}
      </div>
    </Section>
  );
}
