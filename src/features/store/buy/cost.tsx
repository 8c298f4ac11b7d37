import type { Product } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { integer, money } from '../../../core/text/format';
import { Amount } from '../../../ui/display/amount';
import { Approx } from '../../../ui/display/approx';
import { hidden, quiet } from '../../../ui/styles';

/** The price per piece, and the earlier price; also in points and beans if possible. */
export function Cost({ of: { price, priceBefore, points, cloudBeans } }: { of: Product }) {
  const { t } = useApp();
  return (
    <p>
      <Amount of={money(price)} /> <Approx of={price} />{' '}
      {priceBefore !== undefined && (
        <span className={quiet}>
          <span className={hidden}>{t('store.before')} </span>
          <s>{money(priceBefore)}</s>{' '}
        </span>
      )}
      {points !== undefined && (
        <span className={quiet}>{t('store.orPoints', { count: integer(points) })} </span>
      )}
      {cloudBeans !== undefined && (
        <span className={quiet}>{t('store.orCloudBeans', { count: integer(cloudBeans) })}</span>
      )}
    </p>
  );
}
