import { Fragment } from 'react';
import type { Product } from '../../contract/buying/products';
import { useApp } from '../../core/app';
import { integer } from '../../core/text/format';
import type { Translate } from '../../core/text/i18n';

/** The currencies of the mall. */
export type Reward = 'points' | 'cloudBeans';

/** `390 points`, `60 cloud beans`. */
export const amountOf = (reward: Reward, count: number, t: Translate): string =>
  t(`points.amounts.${reward}`, { count: integer(count) });

/** The rewards with which a product can be bought. */
export const rewardsFor = (product: Product): Reward[] =>
  (['points', 'cloudBeans'] as const).filter((reward) => product[reward] !== undefined);

/** The price per piece: in points, in cloud beans, or in either. */
export function Price({ of }: { of: Product }) {
  const { t } = useApp();
  const all = rewardsFor(of).map((reward) => amountOf(reward, of[reward] ?? 0, t));
  return (
    <p>
      {all.map((amount, at) => (
        <Fragment key={amount}>
          {at > 0 && ' '}
          {/* a number stays beside its unit and the word after it, unless all are wider than the card */}
          <span style={{ display: 'inline-block' }}>
            <strong style={{ display: 'inline-block' }}>{amount}</strong>
            {at < all.length - 1 && ` ${t('points.or')}`}
          </span>
        </Fragment>
      ))}
    </p>
  );
}
