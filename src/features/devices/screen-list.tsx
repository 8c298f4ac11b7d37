import { listFleet } from '../../contract/buying/devices';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { ListView } from '../../ui/layout/list';
import { FleetRow } from './fleet-row';
import * as devices from './routes';
import { useThumbnails } from './use-thumbnails';

/** The screens of a member's cloud phones in small, as an embed in a partner's page: a tap shows one large. */
export default function ScreenList() {
  const { nav, t } = useApp();
  const list = useList(listFleet, { sort: 'name' });
  const thumbnails = useThumbnails(list.items);
  return (
    <ListView of={list} layout="joined" itemKey={({ id }) => id} empty={t('device-detail.noPhones')}>
      {(machine) => (
        <FleetRow
          of={machine}
          thumbnail={thumbnails?.(machine, 'picture')}
          to={nav.link(devices.screen, { id: machine.id })}
        />
      )}
    </ListView>
  );
}
