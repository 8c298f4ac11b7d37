import { useApp } from '../../../core/app';
import type { OpenRoute } from '../../../core/navigation/route';
import { offset } from '../../../core/text/when';
import { Icon } from '../../../ui/display/icon';
import {
  addressIcon,
  bellIcon,
  cardIcon,
  clockIcon,
  contrastIcon,
  devicesIcon,
  downloadIcon,
  emailIcon,
  eyeIcon,
  passwordIcon,
  phoneIcon,
  shieldIcon,
  storeIcon,
  textIcon,
  trashIcon,
  walletIcon,
} from '../../../ui/display/icons';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { red } from '../../../ui/styles';
import * as addresses from '../../addresses/routes';
import * as doors from '../../auth/routes';
import * as circle from '../../circle/routes';
import * as goods from '../../goods/routes';
import * as payPassword from '../../pay-password/routes';
import * as wallet from '../../wallet/routes';
import { LanguageCell } from '../language-cell';
import * as mine from '../routes';
import { CurrencyChoice } from './currency';
import { SchemeSwitch } from './scheme-switch';
import { TextSize } from './text-size';
import { TimeZoneChoice } from './time-zone';

/** Spec §1. */
const version = '1.0.0';

const sections = [
  ['display', [['notifications', bellIcon, mine.notifications]]],
  [
    'security',
    [
      ['modifyPhone', phoneIcon, doors.modifyPhone],
      ['modifyEmail', emailIcon, doors.modifyEmail],
      ['resetPassword', passwordIcon, doors.resetPassword],
      ['payPassword', shieldIcon, payPassword.payPassword],
      ['signedIn', devicesIcon, mine.signedIn],
    ],
  ],
  [
    'privacy',
    [
      ['privacyPolicy', shieldIcon, doors.privacyPolicy],
      ['agreements', textIcon, mine.agreements],
      ['dataCopy', downloadIcon, mine.dataCopy],
      ['muted', eyeIcon, circle.muted],
      ['deleteAccount', trashIcon, mine.deleteAccount],
    ],
  ],
  [
    'account',
    [
      ['bankList', cardIcon, wallet.bankList],
      ['addressManage', addressIcon, addresses.addressManage],
      ['setupShop', storeIcon, goods.setupShop],
    ],
  ],
  [
    'about',
    [
      ['agreement', shieldIcon, doors.agreement],
      ['licenses', textIcon, mine.licenses],
      ['downloadApp', downloadIcon, mine.downloadApp],
    ],
  ],
] as const satisfies [title: string, links: [name: string, icon: string, to: OpenRoute][]][];

/** The links of the settings, by the keys of their messages. */
export const links = sections.flatMap(([, all]) => [...all]);

/** How the app looks on this phone. */
function Display() {
  const app = useApp();
  const { t } = app;
  const icon = (of: string) => <Icon of={of} size={24} />;
  return (
    <>
      <LanguageCell />
      <Cell icon={icon(contrastIcon)} label={t('settings.scheme')} value={<SchemeSwitch />} />
      <Cell icon={icon(textIcon)} label={t('settings.textSize')} value={<TextSize />} />
      <Cell
        icon={icon(clockIcon)}
        label={t('settings.timeZone')}
        note={offset(app)}
        value={<TimeZoneChoice />}
      />
      <Cell
        icon={icon(walletIcon)}
        label={t('settings.currency')}
        note={t('settings.currencyNote')}
        value={<CurrencyChoice />}
      />
    </>
  );
}

/** `pages/mine/settings`: the appearance of the app on this phone, and everything that is rarely changed. */
export default function Settings() {
  const { nav, t } = useApp();
  return (
    <>
      {sections.map(([title, all]) => (
        <Section key={title} title={t(`settings.groups.${title}`)}>
          <Cells>
            {title === 'display' && <Display />}
            {all.map(([name, icon, to]) => (
              <Cell
                key={name}
                icon={<Icon of={icon} size={24} />}
                label={
                  <span style={name === 'deleteAccount' ? red : undefined}>
                    {t(`settings.links.${name}`)}
                  </span>
                }
                {...nav.link(to as OpenRoute, {})}
              />
            ))}
            {title === 'about' && <Cell label={t('settings.version')} value={version} />}
          </Cells>
        </Section>
      ))}
    </>
  );
}
