import { type ReactNode, useState } from 'react';
import type { Item, Product } from '../../contract/products';
import { useApp } from '../../core/app';
import type { Props } from '../../core/navigation/screen';
import { usePrice } from '../../core/purchase/price';
import { money } from '../../core/text/format';
import { Button } from '../../ui/button';
import { Card } from '../../ui/layout/card';
import { filled } from '../../ui/styles';
import { orders } from '../orders/screens';
import { checkoutProblem, useCheckout } from './buying';
import { CouponField } from './coupon';
import { PriceTable } from './price-table';

const warn = { background: 'var(--cp-warn-soft)', color: 'var(--cp-warn)' };

/** The coupon, the price and the button of some goods. Leads to where they are paid for. */
export function Checkout({
  items,
  listed,
  to,
  disabled,
  children,
  after,
}: {
  items: Item[];
  /** The one product that is bought, with the price that the screen shows for it. */
  listed?: Product;
  /** What the payment screen is told beside the coupon. */
  to: Props<typeof orders.pay>;
  disabled?: boolean;
  /** Above the price; given what is wrong with the goods. */
  children?(wrong: string | undefined): ReactNode;
  /** Below the button. */
  after?: ReactNode;
}) {
  const { nav, t } = useApp();
  const [coupon, setCoupon] = useState('');
  const input = { items, ...(coupon && { couponCode: coupon }) };
  const price = usePrice(input);
  const { busy, problem, change, buy } = useCheckout(input, price, () =>
    nav.go(orders.pay, { ...to, ...(coupon && { coupon }) }),
  );
  const { failure, value } = price;
  const stale = failure?.kind === 'refused' ? checkoutProblem(failure.message, failure.problems) : {};
  const unitPrice = value?.lines.length === 1 ? value.lines[0]?.unitPrice : undefined;
  return (
    <Card>
      <div className={filled}>
        {children?.(problem.items ?? stale.items)}
        <CouponField items={items} used={coupon} wrong={problem.coupon ?? stale.coupon} onUse={setCoupon} />
        <PriceTable of={price} />
        {listed && unitPrice !== undefined && unitPrice !== listed.price && !change && (
          <p role="alert" style={warn}>
            {t('store.price.differs', { from: money(listed.price), to: money(unitPrice) })}
          </p>
        )}
        {change && (
          <p role="alert" style={warn}>
            {t('store.price.changed', { from: money(change.from), to: money(change.to) })}
          </p>
        )}
        {problem.other && <p role="alert">{problem.other}</p>}
        <Button kind="primary" busy={busy} disabled={disabled} onClick={() => void buy()}>
          {t('store.buy')}
        </Button>
        {after}
      </div>
    </Card>
  );
}
