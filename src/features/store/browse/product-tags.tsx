import { css } from 'goober';
import { Fragment } from 'react';
import type { Product } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { discount } from '../../../core/purchase/price';
import { integer, money } from '../../../core/text/format';
import { Tag } from '../../../ui/display/tag';

const tags = css`
  margin-top: 6px;
  line-height: 2;
  & > span {
    white-space: normal;
  }
`;

/** Short facts about a product: its rent, duration, quantity discounts, and stock. */
export function ProductTags({ of: { days, dailyRent, tiers, stock } }: { of: Product }) {
  const { t } = useApp();
  return (
    <p className={tags}>
      {stock < 1 && <Tag tone="bad">{t('store.soldOut')}</Tag>}{' '}
      {dailyRent > 0 && <Tag tone="good">{t('store.dailyRent', { amount: money(dailyRent) })}</Tag>}{' '}
      {days > 0 && <Tag>{t('store.days', { count: integer(days) })}</Tag>}{' '}
      {tiers.map(({ from, percent }) => (
        <Fragment key={from}>
          <Tag tone="warn">{t('store.tier', { from, ...discount(percent) })}</Tag>{' '}
        </Fragment>
      ))}
    </p>
  );
}
