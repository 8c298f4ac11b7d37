import { useState } from 'react';
import type { Exchange } from '../../contract/points';
import { type Product, type Quote, quote } from '../../contract/products';
import { useApp } from '../../core/app';
import { demand, useEntry } from '../../core/query';
import { useSettled } from '../../core/settled';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Cell, Cells } from '../../ui/cell';
import { filled, quiet, row } from '../../ui/looks';
import { Stepper } from '../../ui/stepper';
import { Tabs } from '../../ui/tabs';
import { failureText } from '../../ui/trouble';
import { orders } from '../orders/screens';
import { Frozen } from './frozen';
import { amountOf, type Reward, rewardsFor } from './price';

/** What so many pieces cost, by the server; absent until it has said so. */
function useTotal(productId: string, quantity: number, currency: Reward) {
  const { send } = useApp();
  const now = JSON.stringify({ items: [{ productId, quantity }], currency });
  const settled = useSettled(now);
  const input = JSON.parse(settled);
  const { value, failure } = useEntry<Quote | undefined>(quote, input, async (_, wait) =>
    input.items[0].quantity > 0 ? demand(send, quote, input, wait) : undefined,
  );
  return now === settled ? { total: value?.total, failure } : { total: undefined, failure: undefined };
}

/** How many, for what; leads to where it is confirmed. Nothing is taken here. */
export function Redeem({ item, held }: { item: Product; held: Exchange }) {
  const { nav, t } = useApp();
  const { productId, stock, limit, needsAddress } = item;
  const rewards = rewardsFor(item);
  const most = Math.max(0, Math.min(stock, limit));
  const [typed, setTyped] = useState(1);
  const [chosen, choose] = useState<Reward>();
  // what there is enough of, if nothing was chosen
  const reward = chosen ?? rewards.find((one) => held[one] >= item[one]!) ?? rewards[0]!;
  const count = Math.min(typed, most);
  const { total, failure } = useTotal(productId, count, reward);
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
          <Stepper
            label={t('points.quantity')}
            names={{ less: t('points.less'), plus: t('points.plus') }}
            value={count}
            max={most}
            onChange={setTyped}
          />
        </div>
        <Cells>
          <Cell
            label={t('points.total')}
            value={<strong>{total === undefined ? '–' : amountOf(reward, total, t)}</strong>}
          />
          <Cell label={t('points.held')} value={amountOf(reward, held[reward], t)} />
        </Cells>
        <div role="status">
          {held.frozen && <Frozen of={held} />}
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
