import { css } from 'goober';
import type { DeviceSummary } from '../../contract/devices';
import { useApp } from '../../core/app';
import { money, whole } from '../../core/text/format';
import { Icon } from '../../ui/display/icon';
import { chevronIcon } from '../../ui/display/icons';
import { Rack } from '../../ui/display/rack';
import { Card } from '../../ui/layout/card';
import { quiet, row } from '../../ui/styles';
import { Facts } from './facts';
import { devices } from './screens';

const panel = css`
  & > a {
    margin-top: 8px;
    border-top: 1px solid var(--cp-line);
    color: inherit;
    text-decoration: none;
  }
  & b {
    font-size: 34px;
    line-height: 1.2;
  }
  & dl {
    flex: 1;
  }
`;

/** All of the member's machines as one rack, and what they earn. Has its final height before it has its numbers. */
export function Summary({ of }: { of: DeviceSummary | undefined }) {
  const { nav, t } = useApp();
  const { online = 0, total = 0 } = of ?? {};
  return (
    <Card night>
      <div className={panel}>
        <p className={quiet}>{t('devices.online')}</p>
        <p>
          <b>{of ? whole(online) : '–'}</b> {of && t('devices.of', { total: whole(total) })}
        </p>
        <div style={{ minHeight: 42 }}>
          <Rack
            working={online}
            idle={0}
            expiring={0}
            offline={total - online}
            label={t('devices.rack', { online, total })}
          />
        </div>
        <a className={row} {...(nav.link(devices.earnings, {}) as { href: string })}>
          <Facts
            of={[
              [t('devices.rentToday'), of ? money(of.rentToday) : '–'],
              [t('devices.rentTotal'), of ? money(of.rentTotal) : '–'],
            ]}
          />
          <Icon of={chevronIcon} size={16} />
        </a>
      </div>
    </Card>
  );
}
