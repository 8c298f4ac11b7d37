import { listDevices } from '../../contract/devices';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { ButtonLink } from '../../ui/button';
import { Empty } from '../../ui/feedback/empty';
import { ListView } from '../../ui/layout/list';
import { store } from '../store/screens';
import { DeviceCard } from './device-card';
import { pair } from './pair';
import { devices } from './screens';
import { Summary } from './summary';

/** `#/`: the member's device orders (spec §2). */
export default function Devices() {
  const { nav, t } = useApp();
  const list = useList(listDevices, {});

  const buy = (
    <div className={pair}>
      <ButtonLink kind="primary" {...nav.link(store.rechargeScore, {})}>
        {t('devices.buy')}
      </ButtonLink>
      <ButtonLink {...nav.link(store.home, {})}>{t('devices.store')}</ButtonLink>
    </div>
  );
  const lost = list.failure && !list.items;
  return (
    <ListView
      of={list}
      itemKey={(device) => device.serialNumber}
      head={
        <>
          {!lost && <Summary of={list.head?.summary} />}
          {list.items?.length !== 0 && buy}
        </>
      }
      empty={<Empty text={t('devices.none')}>{buy}</Empty>}
    >
      {(device) => (
        <DeviceCard
          device={device}
          link={nav.link(devices.machines, { serialNumber: device.serialNumber })}
        />
      )}
    </ListView>
  );
}
