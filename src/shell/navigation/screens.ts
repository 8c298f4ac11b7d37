import { dev } from '#dev';
import type { AnyScreen } from '../../core/navigation/screen';
import { accounts } from '../../features/accounts/screens';
import { addresses } from '../../features/addresses/screens';
import { firstSteps, loginRules, session } from '../../features/auth/screens';
import { circle } from '../../features/circle/screens';
import { declarations } from '../../features/declarations/screens';
import { devices, firstHome } from '../../features/devices/screens';
import { friends } from '../../features/friends/screens';
import { goods } from '../../features/goods/screens';
import { places } from '../../features/location/screens';
import { logs } from '../../features/logs/screens';
import { mine } from '../../features/mine/screens';
import { mustConfirm, notices } from '../../features/notices/screens';
import { orders } from '../../features/orders/screens';
import { payPassword, payPasswordSheet } from '../../features/pay-password/screens';
import { gallery, preview, upload } from '../../features/pictures/screens';
import { points } from '../../features/points/screens';
import { store } from '../../features/store/screens';
import { support } from '../../features/support/screens';
import { videos } from '../../features/videos/screens';
import { wallet } from '../../features/wallet/screens';
import { knownSite, web } from '../../features/web/screens';

/** Every screen there is. A feature exists once it is listed here. */
const features = [
  accounts,
  addresses,
  circle,
  declarations,
  devices,
  friends,
  goods,
  places,
  logs,
  mine,
  notices,
  orders,
  payPassword,
  points,
  session,
  store,
  support,
  videos,
  wallet,
  web,
  dev,
];

export const screens: AnyScreen[] = features.flatMap((feature): AnyScreen[] => Object.values(feature));

/** Not routes: what comes over the screens, or is part of one, and is downloaded like one. */
export const parts: AnyScreen[] = [
  mustConfirm,
  payPasswordSheet,
  firstHome,
  firstSteps,
  loginRules,
  preview,
  gallery,
  upload,
  knownSite,
];
