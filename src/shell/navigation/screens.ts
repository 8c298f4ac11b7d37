import { screens as dev } from '#dev';
import type { Screen } from '../../core/navigation/screen';
import { screens as accounts } from '../../features/accounts/screens';
import { screens as addresses } from '../../features/addresses/screens';
import { screens as auth } from '../../features/auth/screens';
import { screens as beside } from '../../features/beside/screens';
import { screens as circle } from '../../features/circle/screens';
import { screens as declarations } from '../../features/declarations/screens';
import { screens as devices } from '../../features/devices/screens';
import { screens as friends } from '../../features/friends/screens';
import { screens as goods } from '../../features/goods/screens';
import { screens as location } from '../../features/location/screens';
import { screens as logs } from '../../features/logs/screens';
import { screens as mine } from '../../features/mine/screens';
import { screens as notices } from '../../features/notices/screens';
import { screens as orders } from '../../features/orders/screens';
import { screens as payPassword } from '../../features/pay-password/screens';
import { screens as pictures } from '../../features/pictures/screens';
import { screens as points } from '../../features/points/screens';
import { screens as store } from '../../features/store/screens';
import { screens as support } from '../../features/support/screens';
import { screens as videos } from '../../features/videos/screens';
import { screens as wallet } from '../../features/wallet/screens';
import { screens as web } from '../../features/web/screens';

/** All screens, and all parts of and over screens. A feature exists once it is listed here. */
export const screens: Screen[] = [
  ...accounts,
  ...addresses,
  ...auth,
  ...beside,
  ...circle,
  ...declarations,
  ...devices,
  ...friends,
  ...goods,
  ...location,
  ...logs,
  ...mine,
  ...notices,
  ...orders,
  ...payPassword,
  ...pictures,
  ...points,
  ...store,
  ...support,
  ...videos,
  ...wallet,
  ...web,
  ...dev,
];
