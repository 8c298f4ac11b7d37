import { css } from 'goober';
import type { Product } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { integer, money } from '../../../core/text/format';
import { Amount } from '../../../ui/display/amount';
import { Approx } from '../../../ui/display/approx';
import { hidden, quiet } from '../../../ui/styles';

/** A number stays beside its unit, unless both together are wider than the card. */
const cost = css`
  & > span {
    display: inline-block;
  }
`;

/** The price per piece beside the earlier price; below them what it comes to in other currencies, in points and in beans. */
export function Cost({ of: { price, priceBefore, points, cloudBeans } }: { of: Product }) {
  const { t } = useApp();
  return (
    <>
      <p>
        <Amount of={money(price)} />{' '}
        {priceBefore !== undefined && (
          <span className={quiet}>
            <span className={hidden}>{t('store.before')} </span>
            <s>{money(priceBefore)}</s>
          </span>
        )}
      </p>
      <Approx of={price} />
      <p className={`${quiet} ${cost}`}>
        {points !== undefined && <span>{t('store.orPoints', { count: integer(points) })}</span>}{' '}
        {cloudBeans !== undefined && <span>{t('store.orCloudBeans', { count: integer(cloudBeans) })}</span>}
      </p>
    </>
  );
}
