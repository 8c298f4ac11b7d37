import { useState } from 'react';
import type { Sale, SaleState } from '../../../contract/shop/goods';
import { useApp } from '../../../core/app';
import type { List } from '../../../core/data/list';
import { day } from '../../../core/text/day';
import { integer, money } from '../../../core/text/format';
import { when } from '../../../core/text/when';
import { Button } from '../../../ui/button';
import { Tag, type Tone } from '../../../ui/display/tag';
import { Loaded } from '../../../ui/feedback/loaded';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { quiet } from '../../../ui/styles';

/** Number of sales shown before the others are requested, because the form is below them. */
const first = 3;

const tones: Record<SaleState, Tone> = { held: 'info', credited: 'good', returned: 'quiet', refused: 'warn' };

/** The sales of a good, and the state of their earnings. */
export function RecentSales({ of }: { of: List<Sale> }) {
  const app = useApp();
  const { t } = app;
  const [open, setOpen] = useState(false);
  const { items, more, moreBusy, failure, busy, refresh } = of;
  return (
    <Section title={t('goods.detail.recent')}>
      <Loaded
        of={{ ...(items && { value: items }), ...(failure && { failure }), busy, refresh }}
        skeleton={<Skeleton rows={1} />}
      >
        {(sales) =>
          sales.length ? (
            <>
              <Cells>
                {(open ? sales : sales.slice(0, first)).map(
                  ({ number, quantity, commission, state, at, creditAt }) => (
                    <Cell
                      key={number}
                      label={`+${money(commission)} ${t('goods.sale.pieces', { count: integer(quantity) })}`}
                      note={when(at, app)}
                      value={
                        <Tag tone={tones[state]}>
                          {state === 'held'
                            ? t('goods.sale.held', { date: day(creditAt, app) })
                            : t(`goods.sale.${state}`)}
                        </Tag>
                      }
                    />
                  ),
                )}
              </Cells>
              {(open ? more : sales.length > first) && (
                <Button
                  kind="quiet"
                  small
                  busy={moreBusy}
                  onClick={() => (open ? void more?.() : setOpen(true))}
                >
                  {t('common.more')}
                </Button>
              )}
            </>
          ) : (
            <p className={quiet}>{t('goods.detail.noSales')}</p>
          )
        }
      </Loaded>
    </Section>
  );
}
