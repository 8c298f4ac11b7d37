import { useState } from 'react';
import { mostOf, type Product } from '../../contract/buying/products';
import type { Exchange } from '../../contract/money/points';
import { useApp } from '../../core/app';
import { usePrice } from '../../core/purchase/price';
import { Button } from '../../ui/button';
import { failureText } from '../../ui/feedback/trouble';
import { Stepper } from '../../ui/field/stepper';
import { Card } from '../../ui/layout/card';
import { Cell, Cells } from '../../ui/layout/cell';
import { Tabs } from '../../ui/layout/tabs';
import { filled, quiet, row } from '../../ui/styles';
import * as orders from '../orders/routes';
import { Frozen } from './frozen';
import { amountOf, type Reward, rewardsFor } from './price';

/** Quantity and currency; leads to the confirmation. Nothing is deducted here. */
export function Redeem({ item, held }: { item: Product; held: Exchange }) {
  const { nav, t } = useApp();
  const { productId, needsAddress } = item;
  const rewards = rewardsFor(item);
  const most = mostOf(item);
  const [typed, setTyped] = useState(1);
  const [chosen, choose] = useState<Reward>();
  // a currency with a sufficient balance, if none was chosen
  const reward = chosen ?? rewards.find((one) => held[one] >= (item[one] ?? 0)) ?? rewards[0] ?? 'points';
  const count = Math.min(typed, most);
  const { displayedTotal: total, failure } = usePrice({
    items: [{ productId, quantity: count }],
    currency: reward,
  });
  const short = total === undefined ? 0 : Math.max(0, total - held[reward]);
  const options = Object.fromEntries(rewards.map((one) => [one, t(`points.currencies.${one}`)]));
  const may = !held.frozen && count > 0 && total !== undefined && !short;
  return (
    <Card>
      <div className={filled}>
        {rewards.length > 1 && (
          <Tabs
            label={t('points.with')}
            value={reward}
            options={options as Record<Reward, string>}
            onChange={choose}
          />
        )}
        <div className={row} style={{ flexWrap: 'wrap', justifyContent: 'space-between' }}>
          <p>
            {t('points.quantity')}
            <br />
            <span className={quiet}>{t('points.facts.limitOf', { count: most })}</span>
          </p>
          <Stepper label={t('points.quantity')} value={count} max={most} onChange={setTyped} />
        </div>
        <Cells>
          <Cell
            label={t('points.total')}
            value={<strong>{total === undefined ? '–' : amountOf(reward, total, t)}</strong>}
          />
          <Cell label={t('points.held')} value={amountOf(reward, held[reward], t)} />
        </Cells>
        {held.frozen && <Frozen of={held} />}
        <div role="status">
          {!held.frozen && short > 0 && (
            <p style={{ color: 'var(--cp-bad)' }}>
              {t('points.short', { amount: amountOf(reward, short, t) })}
            </p>
          )}
          {failure && <p style={{ color: 'var(--cp-bad)' }}>{failureText(failure, t)}</p>}
        </div>
        <Button
          kind="primary"
          disabled={!may}
          onClick={() => nav.go(orders.pay, { productId, quantity: String(count), currency: reward })}
        >
          {t('points.redeem')}
        </Button>
        <p className={quiet}>{t(needsAddress ? 'points.address' : 'points.next')}</p>
      </div>
    </Card>
  );
}
