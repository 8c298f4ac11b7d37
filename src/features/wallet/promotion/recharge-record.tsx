import { useState } from 'react';
import { listScoreLog, type ScoreLog } from '../../../contract/money/promotion';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import { integer } from '../../../core/text/format';
import { when } from '../../../core/text/when';
import { ButtonLink } from '../../../ui/button';
import { moneyDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { Card } from '../../../ui/layout/card';
import { ListView } from '../../../ui/layout/list';
import { Tabs } from '../../../ui/layout/tabs';
import { quiet, row } from '../../../ui/styles';
import * as wallet from '../routes';

const filters = { all: {}, in: { direction: 'in' }, out: { direction: 'out' } } as const;
type Filter = keyof typeof filters;

/** `pages/mine/rechargeRecord`: incoming and outgoing promotion value. */
export default function RechargeRecord() {
  const { nav, t } = useApp();
  const [filter, setFilter] = useState<Filter>('all');
  const list = useList(listScoreLog, filters[filter]);
  return (
    <ListView
      of={list}
      itemKey={({ id }) => id}
      empty={
        <Empty drawing={moneyDrawing} text={t('promotion.log.none')}>
          <ButtonLink {...nav.link(wallet.transferScore, {})}>
            {t('promotion.titles.transferScore')}
          </ButtonLink>
        </Empty>
      }
      head={
        <Tabs<Filter>
          label={t('promotion.titles.rechargeRecord')}
          value={filter}
          options={{ all: t('promotion.log.all'), in: t('promotion.log.in'), out: t('promotion.log.out') }}
          onChange={setFilter}
        />
      }
    >
      {(log) => <Entry log={log} />}
    </ListView>
  );
}

const apart = { justifyContent: 'space-between', alignItems: 'baseline' };

function Entry({ log: { direction, counterpart, amount, remark, rule, at, balance } }: { log: ScoreLog }) {
  const app = useApp();
  const { t } = app;
  const incoming = direction === 'in';
  const name = counterpart ?? t('common.app');
  return (
    <Card>
      <div className={row} style={apart}>
        <strong style={{ minWidth: 0, marginRight: 8 }}>
          {incoming ? t('promotion.log.from', { name }) : t('promotion.log.to', { name })}
        </strong>
        <strong style={{ flex: 'none', color: incoming ? 'var(--cp-accent)' : undefined }}>
          {incoming ? '+' : '−'}
          {integer(amount)}
        </strong>
      </div>
      {(remark ?? rule) && <p>{remark ?? rule}</p>}
      <div className={`${row} ${quiet}`} style={{ ...apart, flexWrap: 'wrap', marginTop: 4 }}>
        <span style={{ marginRight: 8 }}>{when(at, app)}</span>
        <span>{t('promotion.log.left', { amount: integer(balance) })}</span>
      </div>
    </Card>
  );
}
