import { css } from 'goober';
import { useEffect } from 'react';
import { getProduct, mostOf } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import type { CartLine } from '../../../core/purchase/cart';
import { money } from '../../../core/text/format';
import { Button } from '../../../ui/button';
import { ProductPicture } from '../../../ui/display/product-picture';
import { failureText } from '../../../ui/feedback/trouble';
import { CheckBox } from '../../../ui/field/check-box';
import { Stepper } from '../../../ui/field/stepper';
import { quiet, red } from '../../../ui/styles';
import * as store from '../routes';

const line = css`
  display: flex;
  flex-wrap: wrap;
  min-height: 116px;
  padding: 16px;
  & > label {
    display: flex;
    flex: none;
    min-width: 44px;
    min-height: 44px;
    margin: -10px 0 0 -10px;
    padding: 12px 10px 0;
  }
  & > label > input {
    margin: 0;
  }
  & > img {
    margin-right: 12px;
  }
  & > div {
    flex: 1;
    min-width: 0;
  }
  & > div > a {
    display: flex;
    align-items: center;
    min-height: 44px;
    margin-top: -11px;
    color: inherit;
  }
  & > div:last-child {
    display: flex;
    flex: 1 0 100%;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    margin-top: 8px;
    & > button:last-child {
      margin-left: auto;
    }
  }
  @media (min-width: 300px) {
    & > div:last-child {
      padding-left: 34px;
    }
  }
`;

/** A line of the cart. An unavailable one is not selected, and shows the reason. */
export function CartRow({
  line: { productId, quantity, chosen },
  onChange,
  onUnavailable,
  onRemove,
}: {
  line: CartLine;
  onChange(changes: Partial<CartLine>): void;
  /** Called whenever its availability changes. */
  onUnavailable(unavailable: boolean): void;
  onRemove(): void;
}) {
  const { dialogs, nav, t } = useApp();
  const { value, failure, busy, refresh } = useQuery(getProduct, { productId });
  const most = value && mostOf(value);
  const unavailable = failure?.kind === 'refused' || most === 0;
  const tooMany = most && quantity > most ? most : undefined;
  useEffect(() => onUnavailable(unavailable), [unavailable]);
  useEffect(() => {
    if (unavailable && chosen) onChange({ chosen: false });
    else if (tooMany) onChange({ quantity: tooMany });
  }, [unavailable, chosen, tooMany]);

  const name = value?.name ?? (failure ? productId : t('common.loading'));
  const ask = async () => {
    const yes = t('store.cart.remove');
    const text = t('store.cart.removeText', { name });
    if (await dialogs.ask({ text, yes, no: t('common.cancel'), danger: true })) onRemove();
  };
  return (
    <div className={line} aria-busy={(!value && busy) || undefined}>
      <label>
        <CheckBox
          bare
          label={name}
          checked={chosen}
          disabled={unavailable}
          onChange={() => onChange({ chosen: !chosen })}
        />
      </label>
      {value && <ProductPicture url={value.picture} size={56} />}
      <div>
        <a {...(nav.link(store.buynow, { productId }) as { href: string })}>{name}</a>
        <strong>{value ? money(value.price) : '–'}</strong>
        {most === 0 && <p className={quiet}>{t('store.soldOut')}</p>}
        {failure && !value && (
          <p className={quiet} role="alert">
            {failureText(failure, t)}
          </p>
        )}
      </div>
      <div>
        {!unavailable && (
          <Stepper
            label={name}
            value={quantity}
            min={1}
            max={most}
            onChange={(count) => onChange({ quantity: count })}
          />
        )}
        {failure && !unavailable && (
          <Button kind="quiet" small onClick={() => void refresh()}>
            {t('common.retry')}
          </Button>
        )}
        <Button
          kind="quiet"
          small
          style={red}
          aria-label={`${t('store.cart.remove')} ${name}`}
          onClick={() => void ask()}
        >
          {t('store.cart.remove')}
        </Button>
      </div>
    </div>
  );
}
