import { endLinksOf } from './embed/links';
import type { Services } from './kernel/services';
import { forgetPayPassword, guardPayPassword } from './pay-password/after-reset';
import type { Settings } from './settings/settings';
import { startCoolingOff } from './wallet/payout/cooling-off';

/**
 * What happens to the rest of an account when somebody gets into it without its password: money rests before it can be paid out, as it does
 * with a new payout account, and the payment password is not replaced by what has just been reset. Where the desk did it, the payment password
 * and the links of partners are gone as well.
 */
export const waysInReset =
  (settings: Settings): Services['waysInReset'] =>
  async (tx, member, reset, now) => {
    const until = new Date(now + settings.payoutCoolingOff);
    if (settings.payoutCoolingOff) await startCoolingOff(tx, member, until);
    if (reset.by === 'desk') {
      await forgetPayPassword(tx, member);
      await endLinksOf(tx, member, now);
    } else if (settings.payoutCoolingOff)
      await guardPayPassword(tx, member, { until, other: reset.other }, now);
  };
