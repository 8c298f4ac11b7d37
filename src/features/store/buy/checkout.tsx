import { type ReactNode, useEffect, useState } from 'react';
import type { Item, Product } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import type { Props } from '../../../core/navigation/route';
import { usePrice } from '../../../core/purchase/price';
import { money } from '../../../core/text/format';
import { Button } from '../../../ui/button';
import { Amount } from '../../../ui/display/amount';
import { ActionBar } from '../../../ui/layout/action-bar';
import { Card } from '../../../ui/layout/card';
import { Section } from '../../../ui/layout/section';
import { filled } from '../../../ui/styles';
import * as orders from '../../orders/routes';
import { checkoutProblem, useCheckout } from '../buying';
import { CouponChoice } from './coupon';
import { PriceTable } from './price-table';
import { useCoupons } from './use-coupons';

/** The coupon, the price and the button for some goods. Leads to their payment. */
export function Checkout({
  items,
  listed,
  to,
  disabled,
  title,
  children,
  before,
  low,
}: {
  items: Item[];
  /** The product, if it is only one, with its visible price. */
  listed?: Product;
  /** Parameters of the payment screen besides the coupon. */
  to: Props<typeof orders.pay>;
  disabled?: boolean;
  title?: string;
  /** Above the price; receives the problem of the goods. */
  children?(wrong: string | undefined): ReactNode;
  /** In the bar, before the button. */
  before?: ReactNode;
  /** The bar is above a bar of tabs. */
  low?: boolean;
}) {
  const { nav, t } = useApp();
  const coupons = useCoupons(items);
  const coupon = coupons.used;
  const input = { items, ...(coupon && { couponCode: coupon }) };
  const price = usePrice(input);
  const pay = (coupon: string) => nav.go(orders.pay, { ...to, ...(coupon && { coupon }) });
  const { busy, problem, change, buy } = useCheckout(input, price, () => pay(coupon));
  /** A code that was typed but not applied counts too, or nothing continues. The payment shows its discount. */
  const go = async () => {
    if (!coupons.typed.trim()) return buy();
    const code = await coupons.apply();
    if (code) pay(code);
  };
  // a tap before the coupons are known would pay the full price
  const [waits, setWaits] = useState(false);
  const isReady = waits && !coupons.loading;
  useEffect(() => {
    if (!isReady) return;
    setWaits(false);
    void go();
  }, [isReady]);
  const { failure, value } = price;
  const stale = failure?.kind === 'refused' ? checkoutProblem(failure.message, failure.problems) : {};
  const unitPrice = value?.lines.length === 1 ? value.lines[0]?.unitPrice : undefined;
  const alert = (text: string, tone?: string) => (
    <p role="alert" data-tone={tone}>
      {text}
    </p>
  );
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const name = listed?.name ?? (value?.lines.length === 1 ? value.lines[0]?.name : undefined);
  return (
    <>
      <Section title={title}>
        <Card>
          <div className={filled}>
            {children?.(problem.items ?? stale.items)}
            <CouponChoice of={coupons} wrong={problem.coupon ?? stale.coupon} />
            <PriceTable of={price} />
          </div>
        </Card>
      </Section>
      <ActionBar
        low={low}
        note={
          <>
            {name ? `${name} ×\u00a0${pieces}` : t('store.price.total')}
            {!!value?.discount && ` · ${t('store.price.saved', { amount: money(value.discount) })}`}
          </>
        }
        amount={<Amount of={value ? money(value.total) : '–'} />}
      >
        {listed &&
          unitPrice !== undefined &&
          unitPrice !== listed.price &&
          !change &&
          alert(t('store.price.differs', { from: money(listed.price), to: money(unitPrice) }), 'warn')}
        {change &&
          alert(t('store.price.changed', { from: money(change.from), to: money(change.to) }), 'warn')}
        {problem.other && alert(problem.other)}
        {before}
        <Button
          kind="primary"
          busy={busy || coupons.busy || waits}
          disabled={disabled}
          onClick={() => (coupons.loading ? setWaits(true) : void go())}
        >
          {t('store.buy')}
        </Button>
      </ActionBar>
    </>
  );
}
