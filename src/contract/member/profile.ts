import { exchangeRate } from '../money/wallet';
import { added } from '../wire/call';
import type { UserInfo } from './auth';
import { getInfo } from './auth';
import type * as rules from './profile.rules';

/**
 * Changes the member's profile (spec §3, personal info): any of the three fields, none of them to an empty value. The avatar is a picture
 * of the member's own, which friends may see from then on; refused (5001) with `problems.avatar` otherwise.
 */
export const modifyInfo = added<typeof rules.modifyInfo, { userInfo: UserInfo }>('txUser/modifyInfo', {
  once: 'latest',
  stale: () => [getInfo],
});

/** The time zone and the currency in which the member sees times and amounts; an omitted field stays unchanged, `''` is the phone's. */
export const savePreferences = added<typeof rules.savePreferences, { userInfo: UserInfo }>(
  'txUser/preferences',
  { stale: () => [getInfo, exchangeRate] },
);
