import { css } from 'goober';
import { useApp } from '../../../core/app';
import type { Price } from '../../../core/purchase/price';
import { money } from '../../../core/text/format';
import { Bone } from '../../../ui/feedback/skeleton';
import { Stale } from '../../../ui/feedback/trouble';

const table = css`
  min-height: 80px;
  & > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    padding: 3px 0;
  }
  & dt {
    margin-right: 12px;
    color: var(--cp-quiet);
  }
  & dd {
    flex: 1 0 auto;
    text-align: right;
  }
  & > div:last-child {
    align-items: baseline;
    padding-top: 8px;
    & dd {
      font-size: 22px;
      font-weight: 700;
    }
  }
  &[aria-busy='true'] dd {
    opacity: 0.5;
  }
`;

/** The price from the server, row by row, without rows that are zero. */
export function PriceTable({ of: { value, failure, busy, refresh } }: { of: Price }) {
  const { t } = useApp();
  const line = value?.lines.length === 1 ? value.lines[0] : undefined;
  const rows: [name: string, fen: number | undefined][] = [[t('store.price.goods'), value?.amount]];
  const off = (name: string, fen = 0) => {
    if (fen) rows.push([name, -fen]);
  };
  if (line) {
    off(t('store.price.quantity'), line.quantityDiscount);
    off(t('store.price.member'), line.memberDiscount);
    off(t('store.price.coupon'), line.couponDiscount);
  } else off(t('store.price.discount'), value?.discount);
  rows.push([t('store.price.total'), value?.total]);
  return (
    <>
      {failure && !failure.problems.couponCode && !failure.problems.items && (
        <Stale failure={failure} retry={() => void refresh()} />
      )}
      <dl className={table} aria-busy={busy || undefined} aria-live="polite">
        {rows.map(([name, fen]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fen === undefined ? <Bone width={4} /> : money(fen)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
