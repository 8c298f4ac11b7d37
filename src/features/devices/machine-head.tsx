import type { Device, TaskStat } from '../../contract/buying/devices';
import { useApp } from '../../core/app';
import { Button } from '../../ui/button';
import { Tabs } from '../../ui/layout/tabs';
import { buttonPair } from './button-pair';
import { DeviceCard } from './device-card';
import type { Change, TaskChange } from './task-change';
import type { TaskStateName } from './task-row';

export type Filter = 'all' | TaskStateName;

interface Props {
  device: Device;
  /** Absent until it is loaded. */
  stat: TaskStat | undefined;
  filter: Filter;
  onFilter(filter: Filter): void;
  by: TaskChange;
  /** Counts again, because nothing can be changed as far as the phone knows. */
  recount(): void;
}

/**
 * Above the machines: their device order, the buttons that pause or resume them all, and what is listed: the cloud phones, or their tasks in
 * one state. A cloud phone may have several tasks.
 */
export function MachineHead({ device, stat, filter, onFilter, by, recount }: Props) {
  const { t, toasts } = useApp();

  async function all(what: Change, count: number) {
    const pause = what === 'pause';
    if (!count) {
      toasts.show(t(pause ? 'device-detail.tasks.nothingToPause' : 'device-detail.tasks.nothingToResume'));
      return recount();
    }
    await by.change(what, undefined, {
      text: t(pause ? 'device-detail.tasks.pauseText' : 'device-detail.tasks.resumeText', { count }),
      yes: t(`device-detail.tasks.${what}All`),
      no: t('common.cancel'),
    });
  }
  const button = (what: Change, count: number | undefined) => (
    <Button
      small
      busy={by.busy === what}
      disabled={count === undefined}
      onClick={() => void all(what, count ?? 0)}
    >
      {t(`device-detail.tasks.${what}All`)}
    </Button>
  );
  const tasks = (one: TaskStateName) =>
    t('device-detail.tasks.of', { state: t(`device-detail.tasks.${one}`) });
  return (
    <>
      <DeviceCard device={device} />
      <div className={buttonPair}>
        {button('pause', stat && stat.waiting + stat.running)}
        {button('resume', stat?.paused)}
      </div>
      <Tabs
        label={t('device-detail.title')}
        value={filter}
        options={{
          all: t('device-detail.all'),
          waiting: tasks('waiting'),
          running: tasks('running'),
          paused: tasks('paused'),
          finished: tasks('finished'),
        }}
        counts={{
          all: device.total,
          waiting: stat?.waiting,
          running: stat?.running,
          paused: stat?.paused,
          finished: stat?.finished,
        }}
        onChange={onFilter}
      />
    </>
  );
}
