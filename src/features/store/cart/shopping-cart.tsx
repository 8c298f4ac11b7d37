import { useState } from 'react';
import { useApp } from '../../../core/app';
import { type CartLine, useCart } from '../../../core/purchase/cart';
import { ButtonLink } from '../../../ui/button';
import { cartDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { CheckBox } from '../../../ui/field/check-box';
import { choice, panel, row } from '../../../ui/styles';
import { BottomRow } from '../browse/bottom-row';
import { Checkout } from '../buy/checkout';
import * as store from '../routes';
import { CartRow } from './cart-row';

/** `pages/tabbar/cart`: the member's cart, stored on this phone. The selected lines become one order. */
export default function ShoppingCart() {
  const { nav, t } = useApp();
  const [lines, change] = useCart();
  const [unavailable, setUnavailable] = useState<readonly string[]>([]);
  const chosen = lines.filter((line) => line.chosen);
  const available = lines.filter(({ productId }) => !unavailable.includes(productId));
  const set = (productId: string, changes: Partial<CartLine>) =>
    change((now) => now.map((line) => (line.productId === productId ? { ...line, ...changes } : line)));
  const remove = (productId: string) => change((now) => now.filter((line) => line.productId !== productId));

  if (!lines.length) {
    return (
      <>
        <Empty drawing={cartDrawing} text={t('store.cart.empty')}>
          <ButtonLink kind="primary" {...nav.link(store.home, {})}>
            {t('store.toStore')}
          </ButtonLink>
        </Empty>
        <BottomRow current="cart" count={lines.length} />
      </>
    );
  }
  const all = available.length > 0 && available.every((line) => line.chosen);
  const chooseAll = () =>
    change((now) => now.map((line) => ({ ...line, chosen: !all && !unavailable.includes(line.productId) })));
  return (
    <>
      <div
        className={`${row} ${choice}`}
        style={{ flexWrap: 'wrap', justifyContent: 'space-between', padding: '0 16px' }}
      >
        <CheckBox
          label={t('store.cart.all')}
          checked={all}
          disabled={!available.length}
          onChange={chooseAll}
        />
        <span>{t('store.cart.count', { count: lines.length })}</span>
      </div>
      {/* biome-ignore lint/a11y/noRedundantRoles: without its dots, a list is none to VoiceOver unless it says so */}
      <ul role="list" style={{ marginBottom: 16 }}>
        {lines.map((line) => (
          <li key={line.productId} className={panel}>
            <CartRow
              line={line}
              onChange={(changes) => set(line.productId, changes)}
              onUnavailable={(is) =>
                setUnavailable((now) => [
                  ...now.filter((one) => one !== line.productId),
                  ...(is ? [line.productId] : []),
                ])
              }
              onRemove={() => remove(line.productId)}
            />
          </li>
        ))}
      </ul>
      <Checkout
        items={chosen.map(({ productId, quantity }) => ({ productId, quantity }))}
        to={{ cart: '1' }}
        disabled={!chosen.length}
        low
      >
        {(wrong) => (
          <div>
            <p>{t('store.cart.chosen', { count: chosen.length })}</p>
            {wrong && (
              <p role="alert" style={{ color: 'var(--cp-bad)' }}>
                {wrong}
              </p>
            )}
          </div>
        )}
      </Checkout>
      <BottomRow current="cart" count={lines.length} />
    </>
  );
}
