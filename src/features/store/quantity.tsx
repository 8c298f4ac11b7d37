import { mostOf, type Product } from '../../contract/products';
import { useApp } from '../../core/app';
import { whole } from '../../core/text/format';
import { Stepper } from '../../ui/field/stepper';
import { quiet, row } from '../../ui/styles';

/** How many: never below 0 (spec §5), never above what can be bought. */
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
          <span className={quiet}>{t('store.most', { count: whole(mostOf(product)) })}</span>
        </p>
        <Stepper
          label={t('store.quantity')}
          names={{ less: t('store.less'), plus: t('store.plus') }}
          value={value}
          max={mostOf(product)}
          aria-invalid={wrong ? true : undefined}
          onChange={onChange}
        />
      </div>
      {wrong && (
        <p role="alert" className={quiet} style={{ marginTop: 6 }}>
          <span style={{ color: 'var(--cp-bad)' }}>{wrong}</span>
        </p>
      )}
    </div>
  );
}
