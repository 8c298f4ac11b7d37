import type { ReactNode } from 'react';
import { type FleetMachine, TaskState } from '../../contract/buying/devices';
import { type Nav, useApp } from '../../core/app';
import { integer } from '../../core/text/format';
import { Light } from '../../ui/display/light';
import { Cell } from '../../ui/layout/cell';
import { quiet } from '../../ui/styles';
import { taskStateName } from './task-row';

/** A row of a list of all cloud phones: its light, its task and its order. */
export function FleetRow({
  of: { name, serialNumber, online, state, task, remainingDays, why },
  thumbnail,
  to,
}: {
  of: FleetMachine;
  /** Undefined if no row has one; they take the room of the chevrons. */
  thumbnail: ReactNode;
  /** Where a tap leads. */
  to: ReturnType<Nav['link']>;
}) {
  const { t } = useApp();
  const runs = task?.state === TaskState.running;
  const tone = !online ? 'unlit' : state === 'expiring' ? 'sun' : runs ? 'lit' : 'idle';
  const doing = why
    ? t(`device-detail.why.${why}`)
    : task
      ? // no line ends in the dot
        task.name + (runs ? '' : `\u00a0·\u00a0${t(`device-detail.tasks.${taskStateName(task.state)}`)}`)
      : t('device-detail.idle');
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
        <span className={quiet}>
          {t(`devices.states.${state}`)}
          <br />
          {t('device-detail.daysLeft', { count: integer(remainingDays) })}
        </span>
      }
      chevron={thumbnail === undefined}
      {...to}
    />
  );
}
