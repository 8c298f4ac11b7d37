import type { Device } from '../../contract/devices';
import { useApp } from '../../core/app';
import { dateTime, money, whole } from '../../core/text/format';
import { Strip } from '../../ui/display/strip';
import { Tag } from '../../ui/display/tag';
import { Card } from '../../ui/layout/card';
import { quiet, row } from '../../ui/styles';
import { Facts } from './facts';

/** A device order with its machines; an expired one is out of colour and says so. `link`: where a tap leads. */
export function DeviceCard({
  device,
  link,
}: {
  device: Device;
  link?: { href: string; onClick?(event: Event): void };
}) {
  const { t } = useApp();
  const { serialNumber, name, online, total, remainingDays } = device;
  const expired = remainingDays <= 0;
  return (
    <Card {...link}>
      <div className={row} style={{ justifyContent: 'space-between' }}>
        <strong style={{ minWidth: 0, marginRight: 8, ...(expired && { color: 'var(--cp-quiet)' }) }}>
          {name}
        </strong>
        <span style={{ flex: 'none' }}>
          {expired ? (
            <Tag>{t('devices.expired')}</Tag>
          ) : (
            <Tag tone={online ? 'good' : 'warn'}>
              {t('devices.onlineOf', { online: whole(online), total: whole(total) })}
            </Tag>
          )}
        </span>
      </div>
      <p className={quiet} style={{ marginBottom: 6 }}>
        {serialNumber}
      </p>
      <Strip value={online} of={total} label={t('devices.rack', { online, total })} />
      <Facts
        of={[
          [t('devices.remainingRent'), money(device.remainingRent)],
          [t('devices.remainingDays'), whole(remainingDays)],
          [t('devices.running'), whole(device.running)],
        ]}
      />
      <p className={quiet} style={{ marginTop: 8 }}>
        {t('devices.ordered', { time: dateTime(device.orderTime) })} · {t('devices.quantity')}{' '}
        {whole(device.quantity)}
      </p>
    </Card>
  );
}
