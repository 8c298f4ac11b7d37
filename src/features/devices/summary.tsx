import { css } from 'goober';
import type { DeviceSummary } from '../../contract/buying/devices';
import { useApp } from '../../core/app';
import { integer, money } from '../../core/text/format';
import { Icon } from '../../ui/display/icon';
import { bellIcon, chevronIcon } from '../../ui/display/icons';
import { Light, type LightTone } from '../../ui/display/light';
import { eachLight, Rack } from '../../ui/display/rack';
import { IconLink } from '../../ui/layout/bar';
import { Night } from '../../ui/layout/night';
import { quiet, row } from '../../ui/styles';
import * as notices from '../notices/routes';
import { Facts } from './facts';
import * as devices from './routes';

const fleet = css`
  & > p > b {
    font-weight: 700;
    font-size: 40px;
    letter-spacing: -0.02em;
    line-height: 1.2;
  }
  & > ul {
    display: flex;
    flex-wrap: wrap;
    margin: 8px 0;
  }
  & > ul > li {
    flex: 1 0 22%;
    color: var(--cp-quiet);
    font-size: 12px;
  }
  & a {
    color: inherit;
    text-decoration: none;
  }
  & li a {
    display: block;
    padding: 4px 0;
  }
  & > ul b {
    margin-left: 6px;
    color: var(--cp-ink);
    font-size: 15px;
  }
  & > a {
    padding: 6px 14px 10px;
    border-radius: var(--cp-round-control);
    background: var(--cp-card);
  }
  & dl {
    flex: 1;
  }
`;

const counts = [
  ['working', 'lit'],
  ['idle', 'idle'],
  ['offline', 'unlit'],
  ['expiring', 'sun'],
] as const satisfies [keyof DeviceSummary, LightTone][];

/** All of the member's cloud phones as one rack, with their earnings. Has its final height before its numbers arrive. */
export function Summary({ of }: { of: DeviceSummary | undefined }) {
  const { nav, t } = useApp();
  const { online = 0, total = 0 } = of ?? {};
  const none = { working: 0, idle: 0, expiring: 0, offline: 125 };
  return (
    <Night
      action={<IconLink icon={bellIcon} label={t('devices.messages')} {...nav.link(notices.systemMsg, {})} />}
    >
      <div className={fleet}>
        <p>
          <b>{of ? integer(online) : '–'}</b>
          {of && ` ${t('devices.of', { total: integer(total) })}`}
        </p>
        <Rack {...(of ?? none)} label={of && t('devices.rack', { online, total })} />
        <p className={quiet}>{t('devices.eachLight', { count: eachLight(total) })}</p>
        <ul>
          {counts.map(([name, tone]) => (
            <li key={name}>
              <a {...(nav.link(devices.machines, { state: name }) as { href: string })}>
                <Light tone={tone} />
                <b>{of ? integer(of[name]) : '–'}</b>
                <br />
                {t(`devices.${name}`)}
              </a>
            </li>
          ))}
        </ul>
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
    </Night>
  );
}
