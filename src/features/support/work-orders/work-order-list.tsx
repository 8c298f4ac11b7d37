import { css } from 'goober';
import { useState } from 'react';
import { listWorkOrders, WorkOrderStatus } from '../../../contract/work-orders';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import { dateTime } from '../../../core/text/format';
import { ButtonLink } from '../../../ui/button';
import { Card } from '../../../ui/layout/card';
import { ListView } from '../../../ui/layout/list';
import { Tabs } from '../../../ui/layout/tabs';
import { quiet, row } from '../../../ui/styles';
import { useKeepFresh } from '../conversation/keep-fresh';
import { support } from '../screens';
import { StatusTag } from './status-tag';

const statuses = {
  all: {},
  pending: { status: WorkOrderStatus.pending },
  processing: { status: WorkOrderStatus.processing },
  processed: { status: WorkOrderStatus.processed },
} as const;
type Filter = keyof typeof statuses;

const wide = css`
  display: flex;
  flex-direction: column;
  margin-bottom: 12px;
`;
const answer = css`
  display: -webkit-box;
  margin-top: 8px;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

/** `pages/mine/workOrder`: what the member has asked, by status. */
export default function WorkOrderList() {
  const { nav, t } = useApp();
  const [filter, setFilter] = useState<Filter>('all');
  const list = useList(listWorkOrders, statuses[filter]);
  useKeepFresh(listWorkOrders, [statuses[filter]]);
  return (
    <ListView
      of={list}
      itemKey={({ id }) => id}
      empty={t(filter === 'all' ? 'work-orders.none' : 'work-orders.noneOfThese')}
      head={
        <>
          <div className={wide}>
            <ButtonLink kind="primary" {...nav.link(support.createWorkOrder, {})}>
              {t('work-orders.titles.createWorkOrder')}
            </ButtonLink>
          </div>
          <Tabs<Filter>
            label={t('work-orders.titles.workOrder')}
            value={filter}
            options={{
              all: t('work-orders.all'),
              pending: t('work-orders.statuses.pending'),
              processing: t('work-orders.statuses.processing'),
              processed: t('work-orders.statuses.processed'),
            }}
            onChange={setFilter}
          />
        </>
      }
    >
      {(order) => (
        <Card {...nav.link(support.workOrderDetail, { id: order.id })}>
          <div className={row} style={{ flexWrap: 'wrap' }}>
            <strong style={{ flex: '1 1 100px', marginRight: 8 }}>{order.title}</strong>
            <span style={{ flex: 'none' }}>
              <StatusTag of={order} />
            </span>
          </div>
          <p className={quiet} style={{ marginTop: 4 }}>
            {order.number}
            <br />
            {dateTime(order.createdAt)}
          </p>
          {order.answer && (
            <p className={answer}>
              <span className={quiet}>{t('work-orders.answer')}</span> {order.answer}
            </p>
          )}
        </Card>
      )}
    </ListView>
  );
}
