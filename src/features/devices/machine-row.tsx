import type { ReactNode } from 'react';
import type { Machine } from '../../contract/buying/devices';
import { useApp } from '../../core/app';
import { ButtonLink } from '../../ui/button';
import { Icon } from '../../ui/display/icon';
import { moreIcon } from '../../ui/display/icons';
import { Light } from '../../ui/display/light';
import { Card } from '../../ui/layout/card';
import { quiet, row, target } from '../../ui/styles';
import * as store from '../store/routes';
import * as support from '../support/routes';
import type { TaskChange } from './task-change';
import { TaskRow } from './task-row';

/** A machine: its light, why it is offline, and its task. `onEdit`: opens what else can be done with it. */
export function MachineRow({
  machine,
  by,
  thumbnail,
  onEdit,
}: {
  machine: Machine;
  by: TaskChange;
  thumbnail: ReactNode;
  onEdit?: (() => void) | undefined;
}) {
  const { t } = useApp();
  const { name, state, online, task } = machine;
  return (
    <Card>
      <div className={row}>
        {thumbnail}
        <div style={{ flex: 1, minWidth: 0 }}>
          <div className={row} style={{ marginBottom: 6 }}>
            <span style={{ marginRight: 8 }}>
              <Light tone={!online ? 'unlit' : state === 'expiring' ? 'sun' : 'lit'} />
            </span>
            <strong style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{name}</strong>
            <span className={quiet}>{t(`devices.states.${state}`)}</span>
            {onEdit && (
              <button
                type="button"
                className={target}
                style={{ margin: '-10px -10px -10px 0' }}
                aria-label={t('device-detail.machine.edit', { name })}
                onClick={onEdit}
              >
                <Icon of={moreIcon} />
              </button>
            )}
          </div>
          <Offline of={machine} />
          {task ? <TaskRow task={task} by={by} /> : <p className={quiet}>{t('device-detail.idle')}</p>}
        </div>
      </div>
    </Card>
  );
}

/** Why a machine is offline, and what the member can do about it. */
function Offline({ of: { why, restartable } }: { of: Machine }) {
  const { nav, platform, t } = useApp();
  if (!why) return null;
  return (
    <div style={{ marginBottom: 6 }}>
      <p>{t(`device-detail.machine.offline.${why === 'network' && !restartable ? 'networkWait' : why}`)}</p>
      {why === 'ended' && (
        <ButtonLink small {...nav.link(store.repurchase, {})}>
          {t('device-detail.machine.renew')}
        </ButtonLink>
      )}
      {(why === 'network' || why === 'unlinked') && !platform.guest && (
        <ButtonLink small {...nav.link(support.im, {})}>
          {t('device-detail.machine.support')}
        </ButtonLink>
      )}
    </div>
  );
}
