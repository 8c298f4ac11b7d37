import type { Tx } from '../db/database';
import type { DatabaseKind } from '../jobs/jobs';
import { dayLength, dayOf } from '../kernel/dates';
import { byLocale, translate } from '../kernel/messages';
import { randomCode } from '../kernel/numbers';
import { textColumns } from '../kernel/texts';
import { notifyMember } from '../notices/notify-member';
import { insertCoupon } from '../products/put-coupon';
import { rulesOn } from '../rules/rules';
import { reach } from './milestones';

/** Gives a new member the coupon for the first order and notifies them: once, by the rules of the day. */
export async function welcome(tx: Tx, member: string, now: number): Promise<void> {
  const { firstCoupon, firstCouponMinimum, firstCouponDays } = await rulesOn(tx, dayOf(now));
  if (!firstCoupon || !firstCouponDays || !(await reach(tx, member, 'firstCoupon', now))) return;
  const code = `FIRST${randomCode(8)}`;
  await insertCoupon(tx, {
    code,
    ...textColumns({ name: byLocale((locale) => translate(locale, 'firstCouponName')) }),
    kind: 'amount',
    value: firstCoupon,
    minimum: firstCouponMinimum,
    product_ids: null,
    left_over: 1,
    valid_until: new Date(now + firstCouponDays * dayLength),
    member,
  });
  const values = { code, amount: firstCoupon, minimum: firstCouponMinimum, days: firstCouponDays };
  await notifyMember(tx, member, { kind: 'firstCoupon', values, link: 'pages/mine/rechargeScore' }, now);
}

/** The job that registrations queued before they gave the coupon directly; some may still be pending. */
export const welcoming: DatabaseKind = {
  together: 1,
  async inside(tx, jobs, now) {
    for (const { payload } of jobs) await welcome(tx, (payload as { member: string }).member, now);
  },
};
