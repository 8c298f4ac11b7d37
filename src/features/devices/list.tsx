import { useEffect } from 'react';
import { listDevices } from '../../contract/buying/devices';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { cartIcon, incomeIcon, renewIcon, storeIcon } from '../../ui/display/icons';
import { Skeleton } from '../../ui/feedback/skeleton';
import { ScreenBar } from '../../ui/layout/bar';
import { DeferredPart } from '../../ui/layout/deferred-part';
import { IconGrid } from '../../ui/layout/icon-grid';
import { ListView } from '../../ui/layout/list';
import * as store from '../store/routes';
import * as wallet from '../wallet/routes';
import { DeviceCard } from './device-card';
import * as devices from './routes';
import { firstHome } from './routes';
import { Summary } from './summary';

/** `#/`: the member's device orders (spec §2). */
export default function Devices() {
  const { nav, renew, session, t } = useApp();
  const list = useList(listDevices, {});
  const owns = !!list.items?.length;
  useEffect(() => {
    if (owns && !session.userInfo.peek()?.examineState) void renew(); // since the phone stored the member's data
  }, [owns]);
  const lost = list.failure && !list.items;
  const actions = (
    [
      ['buy', cartIcon, store.rechargeScore],
      ['renew', renewIcon, store.repurchase],
      ['income', incomeIcon, wallet.revenueRecords],
      ['store', storeIcon, store.home],
    ] as const
  ).map(([key, icon, to]) => ({ key, icon, label: t(`devices.${key}`), link: nav.link(to, {}) }));
  return (
    <ListView
      of={list}
      itemKey={(device) => device.serialNumber}
      head={
        list.items?.length === 0 ? undefined : lost ? (
          <ScreenBar />
        ) : (
          <>
            <Summary of={list.head?.summary} />
            <IconGrid of={actions} label={t('devices.actions')} />
            <h2 style={{ margin: '20px 0 10px' }}>{t('devices.orders')}</h2>
          </>
        )
      }
      empty={<DeferredPart of={firstHome} waiting={<Skeleton kind="detail" />} />}
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
