import type { Currency } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { Failure } from '../../../core/http/failure';
import { hint } from '../../../ui/field/hint';
import * as orders from '../routes';
import type { PlaceOrderFailure } from './place-order';
import { refusalText } from './refusal-text';
import { amount } from './text';

/** The reason why the order was not placed, or that the result is unknown. */
export function NotPlaced({ problem, currency }: { problem: PlaceOrderFailure; currency: Currency }) {
  const { nav, t } = useApp();
  if (problem === 'doubt') {
    return (
      <p className={hint} role="status">
        {t('pay.pay.doubt')}{' '}
        <a {...(nav.link(orders.payOrder, {}) as { href: string })}>{t('orders.titles.payOrder')}</a>
      </p>
    );
  }
  if (problem instanceof Failure) {
    return (
      <p className={hint} role="alert">
        {t('pay.pay.failed', { why: refusalText(problem, t) })}
      </p>
    );
  }
  const text = (total: number) => amount(total, currency, t);
  return (
    <p className={hint} role="alert">
      {t('pay.pay.changed', { before: text(problem.before), now: text(problem.quote.total) })}
    </p>
  );
}
