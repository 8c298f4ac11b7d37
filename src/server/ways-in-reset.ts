import { endLinksOf } from './embed/links';
import type { Services } from './kernel/services';
import { forgetPayPassword, guardPayPassword } from './pay-password/after-reset';
import { restMoney } from './pay-password/money-rest';
import type { Settings } from './settings/settings';
import { startCoolingOff } from './wallet/payout/cooling-off';

/**
 * Protects an account after a reset without its password, after a contact was replaced, after a code replaced its payment password, and
 * after a way in was added. Payouts have a cooling-off period, as for a new payout account. Except after the last, the balance cannot be
 * used. The contact that was just used or put in cannot replace the payment password. If the back office made the reset, the payment
 * password and the links of partners are deleted as well.
 */
export const waysInReset =
  (settings: Settings): Services['waysInReset'] =>
  async (tx, member, reset, now) => {
    const until = new Date(now + settings.payoutCoolingOff);
    if (settings.payoutCoolingOff) {
      await startCoolingOff(tx, member, until);
      if (reset.by !== 'factor') await restMoney(tx, member, until);
    }
    if (reset.by === 'desk') {
      await forgetPayPassword(tx, member);
      await endLinksOf(tx, member, now);
    } else if ((reset.by === 'code' || reset.by === 'contact') && settings.payoutCoolingOff)
      await guardPayPassword(tx, member, { until, other: reset.other }, now);
  };
