import { useState } from 'react';
import {
  getDevice,
  listMachines,
  listTasks,
  type Machine,
  type Task,
  TaskState,
  taskStat,
} from '../../contract/buying/devices';
import type { Call } from '../../contract/wire/call';
import type { Page } from '../../contract/wire/page';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { useQuery } from '../../core/data/query';
import type { Props } from '../../core/navigation/route';
import { ButtonLink } from '../../ui/button';
import { wrongDrawing } from '../../ui/display/drawings';
import { Empty } from '../../ui/feedback/empty';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Trouble } from '../../ui/feedback/trouble';
import { Card } from '../../ui/layout/card';
import { ListView } from '../../ui/layout/list';
import { OnDemand } from '../../ui/layout/on-demand';
import { quiet } from '../../ui/styles';
import { Fleet } from './fleet';
import { type Filter, MachineHead } from './machine-head';
import { MachineRow } from './machine-row';
import * as devices from './routes';
import { useTaskChange } from './task-change';
import { TaskRow } from './task-row';
import { useThumbnails } from './use-thumbnails';

/** `pages/list/equList`: the machines of one device order, or of all. */
export default function Machines({ serialNumber, state }: Props<typeof devices.machines>) {
  return serialNumber ? <OrderMachines serialNumber={serialNumber} /> : <Fleet state={state} />;
}

/** A device order's machines, or its tasks in one state. */
function OrderMachines({ serialNumber }: { serialNumber: string }) {
  const { nav, platform, t } = useApp();
  const [edited, edit] = useState<Machine>();
  const [filter, setFilter] = useState<Filter>('all');
  const device = useQuery(getDevice, { serialNumber });
  const stat = useQuery(taskStat, { serialNumber });
  // One list for both, so that the tabs above it stay in place when they are pressed.
  const call: Call<object, Page<Machine | Task>> = filter === 'all' ? listMachines : listTasks;
  const state = filter === 'all' ? {} : { state: TaskState[filter] };
  const list = useList(call, { serialNumber, ...state });
  const by = useTaskChange(serialNumber);
  const thumbnails = useThumbnails(filter === 'all' ? (list.items as Machine[] | undefined) : undefined);

  if (device.failure?.kind === 'refused') {
    return (
      <div role="alert">
        <Empty drawing={wrongDrawing} text={device.failure.message}>
          <ButtonLink {...nav.link(devices.list, {})}>{t('device-detail.back')}</ButtonLink>
        </Empty>
      </div>
    );
  }
  if (device.failure && !device.value) {
    return <Trouble failure={device.failure} retry={() => void device.refresh()} />;
  }
  if (!device.value) return <Skeleton kind="detail" />;
  const refresh = async () => {
    await Promise.all([list.refresh(), device.refresh(), stat.refresh()]);
  };
  const onClose = () => edit(undefined);
  return (
    <>
      {!platform.guest && (
        <OnDemand of={devices.machineSheet} give={edited && { machine: edited, onClose }} onLost={onClose} />
      )}
      <ListView
        of={{ ...list, refresh }}
        itemKey={({ id }) => id}
        empty={t(filter === 'all' ? 'device-detail.none' : 'device-detail.noTasks')}
        head={
          <MachineHead
            device={device.value}
            stat={stat.value}
            filter={filter}
            onFilter={setFilter}
            by={by}
            recount={() => void stat.refresh()}
          />
        }
      >
        {(item) =>
          'online' in item ? (
            <MachineRow
              machine={item}
              by={by}
              thumbnail={thumbnails?.(item, 'link')}
              onEdit={platform.guest ? undefined : () => edit(item)}
            />
          ) : (
            <Card>
              <p className={quiet}>{item.machine}</p>
              <TaskRow task={item} by={by} />
            </Card>
          )
        }
      </ListView>
    </>
  );
}
