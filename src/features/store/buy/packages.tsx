import { css } from 'goober';
import { useState } from 'react';
import { type Category, listProducts, mostOf, type Product } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import { integer, money } from '../../../core/text/format';
import { Button, ButtonLink } from '../../../ui/button';
import { firstDrawing } from '../../../ui/display/drawings';
import { ProductPicture } from '../../../ui/display/product-picture';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { Radio } from '../../../ui/field/radio';
import { Section } from '../../../ui/layout/section';
import { panel, quiet } from '../../../ui/styles';
import { ProductTags } from '../browse/product-tags';
import { Quantity } from '../quantity';
import * as store from '../routes';
import { Checkout } from './checkout';
import { Cost } from './cost';

const choice = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  min-height: 56px;
  padding: 12px 14px;
  border: 2px solid transparent;
  & > input {
    flex: none;
    width: 22px;
    height: 22px;
    margin: 0 12px 0 0;
  }
  & > img {
    margin-right: 12px;
  }
  & > div {
    flex: 1 1 8em;
    min-width: 0;
  }
  & > b {
    margin-left: 8px;
    white-space: nowrap;
  }
  &[data-chosen] {
    border-color: var(--cp-accent);
  }
  &[data-gone] {
    color: var(--cp-quiet);
  }
  &[data-gone] > b {
    font-weight: 400;
  }
`;

/** The packages of a category: choice, quantity, price and purchase. */
export function Packages({
  category,
  first,
  onQuantity,
}: {
  category: Category;
  /** The initial choice. */
  first?: string | undefined;
  onQuantity?: ((count: number) => void) | undefined;
}) {
  const list = useList(listProducts, { category });
  const { nav, t } = useApp();
  return (
    <Loaded of={{ ...list, ...(list.items && { value: list.items }) }}>
      {(items) =>
        items.length ? (
          <>
            <Chooser packages={items} first={first} onQuantity={onQuantity} />
            {list.more && (
              <p style={{ textAlign: 'center', marginTop: 12 }}>
                <Button kind="quiet" small busy={list.moreBusy} onClick={() => void list.more?.()}>
                  {t('common.more')}
                </Button>
              </p>
            )}
          </>
        ) : (
          <Empty drawing={firstDrawing} text={t('store.none')}>
            <ButtonLink {...nav.link(store.home, {})}>{t('store.toStore')}</ButtonLink>
          </Empty>
        )
      }
    </Loaded>
  );
}

function Chooser({
  packages,
  first,
  onQuantity,
}: {
  packages: Product[];
  first: string | undefined;
  onQuantity?: ((count: number) => void) | undefined;
}) {
  const { t } = useApp();
  const [id, setId] = useState(first);
  const [typed, setTyped] = useState(1);
  const chosen =
    packages.find(({ productId }) => productId === id) ??
    packages.find((one) => mostOf(one) > 0) ??
    packages[0];
  if (!chosen) return null;
  const quantity = Math.min(typed, mostOf(chosen));
  const set = (count: number) => {
    setTyped(count);
    onQuantity?.(count);
  };
  const { productId } = chosen;
  return (
    <>
      <Section title={t('store.choose')}>
        <div role="radiogroup" aria-label={t('store.choose')}>
          {packages.map((one) => (
            <label
              key={one.productId}
              className={`${panel} ${choice}`}
              style={{ display: 'flex' }}
              data-chosen={one === chosen || undefined}
              data-gone={mostOf(one) < 1 || undefined}
            >
              <Radio
                name="productId"
                checked={one === chosen}
                disabled={mostOf(one) < 1}
                onChange={() => setId(one.productId)}
              />
              {one === chosen ? (
                <>
                  <ProductPicture url={one.picture} size={60} />
                  <div>
                    <h3>{one.name}</h3>
                    <Cost of={one} />
                    <ProductTags of={one} />
                  </div>
                </>
              ) : (
                <>
                  <div>
                    {one.name}{' '}
                    <span className={quiet}>
                      {one.stock < 1 ? t('store.soldOut') : t('store.days', { count: integer(one.days) })}
                    </span>
                  </div>
                  <b>{money(one.price)}</b>
                </>
              )}
            </label>
          ))}
        </div>
      </Section>
      <Checkout
        key={productId}
        title={t('store.order')}
        items={[{ productId, quantity }]}
        listed={chosen}
        to={{ productId, quantity: String(quantity) }}
        disabled={mostOf(chosen) < 1}
      >
        {(wrong) => <Quantity product={chosen} value={quantity} wrong={wrong} onChange={set} />}
      </Checkout>
    </>
  );
}
