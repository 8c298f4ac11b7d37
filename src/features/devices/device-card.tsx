import type { Device } from '../../contract/buying/devices';
import { useApp } from '../../core/app';
import { day } from '../../core/text/day';
import { integer, money } from '../../core/text/format';
import { ProductPicture } from '../../ui/display/product-picture';
import { Strip } from '../../ui/display/strip';
import { Tag } from '../../ui/display/tag';
import { Card } from '../../ui/layout/card';
import { quiet, spread } from '../../ui/styles';
import { Facts } from './facts';

/** A device order with its cloud phones; amber if it is about to end, grey if it has ended. `link`: the target of a tap. */
export function DeviceCard({
  device,
  link,
}: {
  device: Device;
  link?: { href: string; onClick?(event: { preventDefault(): void }): void };
}) {
  const app = useApp();
  const { t } = app;
  const { serialNumber, name, picture, state, online, total, remainingDays } = device;
  const ending = state === 'expiring';
  const steady = state === 'online' || state === 'offline';
  const onlineOf = t('devices.onlineOf', { online: integer(online), total: integer(total) });
  const over = state === 'expired' || state === 'ended' || state === 'refunded';
  return (
    <Card {...link}>
      <div className={spread}>
        <ProductPicture url={picture} />
        <div data-grow="">
          <h3>
            {name} × {integer(device.quantity)}
          </h3>
          <p className={quiet}>
            {serialNumber}
            <br />
            {day(device.orderTime, app)}
          </p>
          {!steady && <p className={quiet}>{onlineOf}</p>}
        </div>
        {ending ? (
          <Tag tone="warn">{t('devices.ending', { count: remainingDays })}</Tag>
        ) : steady ? (
          <Tag tone={online ? 'good' : 'warn'}>{onlineOf}</Tag>
        ) : (
          <Tag>{t(`devices.states.${state}`)}</Tag>
        )}
      </div>
      <Strip
        value={over ? 0 : online}
        of={total}
        tone={ending ? 'sun' : 'lit'}
        label={t('devices.rack', { online, total })}
        margin="10px 0 2px"
      />
      <Facts
        of={[
          [t('devices.remainingRent'), money(device.remainingRent)],
          [t('devices.remainingDays'), integer(remainingDays)],
          [t('devices.running'), integer(device.running)],
        ]}
      />
    </Card>
  );
}
