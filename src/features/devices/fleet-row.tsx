import type { ReactNode } from 'react';
import { type FleetMachine, TaskState } from '../../contract/buying/devices';
import { useApp } from '../../core/app';
import { integer } from '../../core/text/format';
import { Light } from '../../ui/display/light';
import { Cell } from '../../ui/layout/cell';
import * as devices from './routes';
import { taskStateName } from './task-row';

/** A row of the list of all cloud phones: its light, its task, and its order, to which a tap leads. */
export function FleetRow({
  of: { name, serialNumber, online, state, task, remainingDays, why },
  thumbnail,
}: {
  of: FleetMachine;
  /** Undefined if no row has one; they take the room of the chevrons. */
  thumbnail: ReactNode;
}) {
  const { nav, t } = useApp();
  const runs = task?.state === TaskState.running;
  const tone = !online ? 'unlit' : state === 'expiring' ? 'sun' : runs ? 'lit' : 'idle';
  const doing = why
    ? [t(`device-detail.why.${why}`)]
    : [
        task?.name ?? t('device-detail.idle'),
        ...(task && !runs ? [t(`device-detail.tasks.${taskStateName(task.state)}`)] : []),
      ].join(' · ');
  return (
    <Cell
      icon={
        <>
          {thumbnail}
          <Light tone={tone} />
        </>
      }
      label={<b>{name}</b>}
      note={
        <>
          {doing}
          <br />
          {serialNumber}
        </>
      }
      value={
        <span style={{ fontSize: 13 }}>
          {t(`devices.states.${state}`)}
          <br />
          {t('device-detail.daysLeft', { count: integer(remainingDays) })}
        </span>
      }
      chevron={thumbnail === undefined}
      {...nav.link(devices.machines, { serialNumber })}
    />
  );
}
