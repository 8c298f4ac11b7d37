import { css } from 'goober';
import type { Product } from '../../contract/products';
import { useApp } from '../../core/app';
import { discountIn } from '../../core/purchase/price';
import { money, whole } from '../../core/text/format';
import { Tag } from '../../ui/display/tag';
import { WidePicture } from '../../ui/display/wide-picture';
import { panel, quiet } from '../../ui/styles';
import { Cost } from './cost';
import { store } from './screens';

const card = css`
  position: relative;
  color: inherit;
  text-decoration: none;
  & img {
    border-radius: 0;
  }
  & > div {
    padding: 10px 12px 12px;
  }
  & > span {
    position: absolute;
    top: 8px;
    left: 8px;
  }
  &:active {
    background: var(--cp-sunk);
  }
`;

/** A product among others, with its picture; leads to its detail. */
export function ProductCard({ product }: { product: Product }) {
  const { i18n, nav, t } = useApp();
  const { productId, name, picture, days, dailyRent, tiers, stock, sold } = product;
  const [tier] = tiers;
  const facts = [
    days > 0 && t('store.days', { count: whole(days) }),
    dailyRent > 0 && t('store.dailyRent', { amount: money(dailyRent) }),
  ].filter(Boolean);
  return (
    <a className={`${panel} ${card}`} {...(nav.link(store.buynow, { productId }) as { href: string })}>
      <WidePicture url={picture} />
      <span>
        {stock < 1 ? (
          <Tag tone="bad">{t('store.soldOut')}</Tag>
        ) : (
          tier && (
            <Tag tone="warn">
              {t('store.tier', { from: tier.from, off: discountIn(i18n.locale.peek(), tier.percent) })}
            </Tag>
          )
        )}
      </span>
      <div>
        <h3>{name}</h3>
        <p className={quiet}>{facts.length ? facts.join(' · ') : product.description}</p>
        <Cost of={product} />
        <span className={quiet}>
          {t('store.left', { count: whole(stock) })} · {t('store.sold', { count: whole(sold) })}
        </span>
      </div>
    </a>
  );
}
