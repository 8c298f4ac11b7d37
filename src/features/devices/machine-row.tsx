import type { Machine } from '../../contract/devices';
import { useApp } from '../../core/app';
import { Rack } from '../../ui/display/rack';
import { Card } from '../../ui/layout/card';
import { quiet, row } from '../../ui/styles';
import type { TaskChange } from './task-change';
import { TaskRow } from './task-row';

/** A machine: its light, and what it is doing. */
export function MachineRow({ machine, by }: { machine: Machine; by: TaskChange }) {
  const { t } = useApp();
  const { name, online, task } = machine;
  const stateText = t(online ? 'device-detail.online' : 'device-detail.offline');
  return (
    <Card>
      <div className={row} style={{ marginBottom: 6 }}>
        <span style={{ width: 12, marginRight: 8 }}>
          <Rack online={online ? 1 : 0} total={1} label={stateText} />
        </span>
        <strong style={{ flex: 1, minWidth: 0 }}>{name}</strong>
        <span className={quiet} aria-hidden="true">
          {stateText}
        </span>
      </div>
      {task ? <TaskRow task={task} by={by} /> : <p className={quiet}>{t('device-detail.idle')}</p>}
    </Card>
  );
}
