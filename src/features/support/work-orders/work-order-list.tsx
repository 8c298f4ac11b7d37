import { css } from 'goober';
import { useState } from 'react';
import { listWorkOrders, WorkOrderStatus } from '../../../contract/support/work-orders';
import { useApp } from '../../../core/app';
import { useKeepFresh } from '../../../core/data/keep-fresh';
import { useList } from '../../../core/data/list';
import { when } from '../../../core/text/when';
import { ButtonLink } from '../../../ui/button';
import { nothingDrawing, postDrawing } from '../../../ui/display/drawings';
import { workorderIcon } from '../../../ui/display/icons';
import { Empty } from '../../../ui/feedback/empty';
import { ActionBar } from '../../../ui/layout/action-bar';
import { Card } from '../../../ui/layout/card';
import { Tile } from '../../../ui/layout/cell';
import { ListView } from '../../../ui/layout/list';
import { Tabs } from '../../../ui/layout/tabs';
import { full, quiet, spread } from '../../../ui/styles';
import * as support from '../routes';
import { StatusTag } from './status-tag';

const statuses = {
  all: {},
  pending: { status: WorkOrderStatus.pending },
  processing: { status: WorkOrderStatus.processing },
  processed: { status: WorkOrderStatus.processed },
} as const;
type Filter = keyof typeof statuses;

const answer = css`
  margin-top: 10px;
  padding: 8px 12px;
  border-radius: calc(var(--cp-round) * 12 / 16);
  background: var(--cp-sunk);
  & > p {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
`;

/** `pages/mine/workOrder`: the member's work orders, by status. */
export default function WorkOrderList() {
  const app = useApp();
  const { nav, t } = app;
  const [filter, setFilter] = useState<Filter>('all');
  const list = useList(listWorkOrders, statuses[filter]);
  useKeepFresh(listWorkOrders, [statuses[filter]]);
  return (
    <div className={full}>
      <ListView
        of={list}
        itemKey={({ id }) => id}
        empty={
          <Empty
            drawing={filter === 'all' ? postDrawing : nothingDrawing}
            text={t(filter === 'all' ? 'work-orders.none' : 'work-orders.noneOfThese')}
          />
        }
        head={
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
        }
      >
        {(order) => (
          <Card {...nav.link(support.workOrderDetail, { id: order.id })}>
            <div className={spread} style={{ alignItems: 'flex-start' }}>
              <Tile of={workorderIcon} />
              <div data-grow="">
                <strong>{order.title}</strong>
                <p className={quiet}>
                  {order.number}
                  <br />
                  {when(order.createdAt, app)}
                </p>
              </div>
              <StatusTag of={order} />
            </div>
            {order.answer && (
              <div className={answer}>
                <p>
                  <span className={quiet}>{t('work-orders.answer')}</span> {order.answer}
                </p>
              </div>
            )}
          </Card>
        )}
      </ListView>
      <ActionBar>
        <ButtonLink kind="primary" {...nav.link(support.createWorkOrder, {})}>
          {t('work-orders.titles.createWorkOrder')}
        </ButtonLink>
      </ActionBar>
    </div>
  );
}
