import { css } from 'goober';
import { mostOf, type Product } from '../../contract/buying/products';
import { useApp } from '../../core/app';
import { discount } from '../../core/purchase/price';
import { integer, money } from '../../core/text/format';
import { Stepper } from '../../ui/field/stepper';
import { quiet, row } from '../../ui/styles';

const quick = css`
  display: flex;
  flex-wrap: wrap;
  margin: 8px -4px -4px;
  & > button {
    flex: 1 0 auto;
    min-width: 20%;
    min-height: 48px;
    margin: 4px;
    padding: 4px;
    border-radius: calc(var(--cp-round) * 12 / 16);
    background: var(--cp-sunk);
    color: var(--cp-quiet);
    font-size: 12px;
    & > b {
      color: var(--cp-ink);
      font-size: 15px;
    }
  }
  & > [aria-pressed='true'],
  & > [aria-pressed='true'] > b {
    background: var(--cp-soft);
    color: var(--cp-accent);
  }
`;

/** A quantity: never below 0 (spec §5), never above the available number. */
export function Quantity({
  product,
  value,
  wrong,
  onChange,
}: {
  product: Product;
  value: number;
  wrong: string | undefined;
  onChange(value: number): void;
}) {
  const { t } = useApp();
  return (
    <div>
      <div className={row} style={{ flexWrap: 'wrap', justifyContent: 'space-between' }}>
        <p>
          {t('store.quantity')}
          <br />
          <span className={quiet}>{t('store.most', { count: integer(mostOf(product)) })}</span>
        </p>
        <Stepper
          label={t('store.quantity')}
          value={value}
          max={mostOf(product)}
          aria-invalid={wrong ? true : undefined}
          onChange={onChange}
        />
      </div>
      {product.tiers.length > 0 && (
        <div className={quick}>
          {[{ from: 1, percent: 0 }, ...product.tiers]
            .filter(({ from }) => from <= mostOf(product))
            .map(({ from, percent }) => (
              <button key={from} type="button" aria-pressed={value === from} onClick={() => onChange(from)}>
                <b>{integer(from)}</b>
                <br />
                {percent ? t('store.off', discount(percent)) : money(product.price)}
              </button>
            ))}
        </div>
      )}
      {wrong && (
        <p role="alert" className={quiet} style={{ marginTop: 6 }}>
          <span style={{ color: 'var(--cp-bad)' }}>{wrong}</span>
        </p>
      )}
    </div>
  );
}
