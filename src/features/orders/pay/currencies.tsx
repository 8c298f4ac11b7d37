import { type Currency, getProduct } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { Tabs } from '../../../ui/layout/tabs';

/** Money, points or cloud beans: shown for a product that can be had for more than money. */
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
  const { value: product } = useQuery(getProduct, { productId });
  if (product?.points === undefined && product?.cloudBeans === undefined) return null;
  const options: Partial<Record<Currency, string>> = {
    money: t('pay.pay.money'),
    ...(product.points !== undefined && { points: t('orders.ways.points') }),
    ...(product.cloudBeans !== undefined && { cloudBeans: t('orders.ways.cloudBeans') }),
  };
  return (
    <Tabs
      label={t('pay.pay.choose')}
      value={value}
      options={options as Record<Currency, string>}
      onChange={onChange}
    />
  );
}
