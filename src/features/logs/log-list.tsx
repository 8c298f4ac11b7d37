import { css } from 'goober';
import { useState } from 'react';
import { type GrabRecord, type GrabState, listGrabRecords } from '../../contract/video/logs';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { Button, ButtonLink } from '../../ui/button';
import { ordersDrawing, searchDrawing } from '../../ui/display/drawings';
import { Empty } from '../../ui/feedback/empty';
import { ScreenBar } from '../../ui/layout/bar';
import { ListView } from '../../ui/layout/list';
import * as devices from '../devices/routes';
import { type Chosen, Filters } from './filters';
import { GrabRow } from './grab-row';
import { GrabTotals } from './grab-totals';

const head = css`
  margin-bottom: 2px;
  & > * + * {
    margin-top: 10px;
  }
`;

const nothing: Chosen = {};

/** A constant function, so that existing rows are not rendered again when others arrive. */
const row = (record: GrabRecord) => <GrabRow record={record} />;

/** `pages/tabbar/order`: the records of all accounts, by account, by day and by state. */
export default function LogList() {
  const { nav, t } = useApp();
  const [chosen, choose] = useState<Chosen>(nothing);
  const { account, day, state } = chosen;
  const list = useList(listGrabRecords, {
    ...(account && { accountId: account.id }),
    ...(day && { day }),
    ...(state !== undefined && { state: state as GrabState }),
  });
  const filtered = Object.keys(chosen).length > 0;
  return (
    <>
      <ScreenBar />
      <ListView
        of={list}
        layout="joined"
        itemKey={({ id }) => id}
        empty={
          filtered ? (
            <Empty drawing={searchDrawing} text={t('logs.nothing')}>
              <Button onClick={() => choose(nothing)}>{t('logs.clear')}</Button>
            </Empty>
          ) : (
            <Empty drawing={ordersDrawing} text={t('logs.none')}>
              <ButtonLink kind="primary" {...nav.link(devices.list, {})}>
                {t('logs.view')}
              </ButtonLink>
            </Empty>
          )
        }
        head={
          !(list.failure && !list.items) &&
          (filtered || list.items?.length !== 0) && (
            <div className={head}>
              <GrabTotals of={list.head} day={day} />
              <Filters chosen={chosen} onChange={choose} />
            </div>
          )
        }
      >
        {row}
      </ListView>
    </>
  );
}
