import type { Machine } from '../../contract/buying/devices';
import { useApp } from '../../core/app';
import { Light } from '../../ui/display/light';
import { Card } from '../../ui/layout/card';
import { quiet, row } from '../../ui/styles';
import type { TaskChange } from './task-change';
import { TaskRow } from './task-row';

/** A machine: its light and its task. */
export function MachineRow({ machine, by }: { machine: Machine; by: TaskChange }) {
  const { t } = useApp();
  const { name, state, online, task } = machine;
  return (
    <Card>
      <div className={row} style={{ marginBottom: 6 }}>
        <span style={{ marginRight: 8 }}>
          <Light tone={!online ? 'unlit' : state === 'expiring' ? 'sun' : 'lit'} />
        </span>
        <strong style={{ flex: 1, minWidth: 0 }}>{name}</strong>
        <span className={quiet}>{t(`devices.states.${state}`)}</span>
      </div>
      {task ? <TaskRow task={task} by={by} /> : <p className={quiet}>{t('device-detail.idle')}</p>}
    </Card>
  );
}
