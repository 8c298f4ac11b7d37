import type { Insertable } from 'kysely';
import { ofDay, ofPurchase } from '../accruals/amounts';
import { credited } from '../accruals/credit';
import { rulesOf } from '../rules/rules';
import type { Tables } from '../schema/tables';
import type { PastMovement } from './books';
import { demoMembers } from './members';
import { demoProducts } from './products';

type Order = Insertable<Tables['device_order']>;
type Log = Insertable<Tables['order_log']>;

/** The accruals of orders besides rent, for their owners and inviters, by the initial rules. */
export function accrue(orders: readonly Order[], logs: readonly Log[]) {
  const rules = rulesOf([], '');
  const inviters = new Map(demoMembers('', 0).map(({ id, inviter }) => [id, inviter]));
  const prices = new Map(demoProducts(0).map(({ name_en, price }) => [name_en, price]));
  const firstOf = new Map<string, Log>();
  for (const log of logs) if (!firstOf.has(log.serial_number)) firstOf.set(log.serial_number, log);
  /** Number of friends whose machines worked on a day. */
  const friendsOf = (member: string, day: string) =>
    new Set(
      logs.filter((log) => log.day === day && inviters.get(log.member) === member).map((log) => log.member),
    ).size;

  const accelerations: Log[] = [];
  const accrued: PastMovement[] = [];
  for (const log of logs) {
    const { serial_number: ref, member, day, machines, amount } = log;
    const at = (log.at as Date).getTime();
    const post = (to: string, accrual: ReturnType<typeof ofDay>[number]) =>
      accrued.push({
        ...credited(to, accrual, { ref, memo: day }),
        id: `demo:${accrual.rule}:${ref}:${day}`,
        at,
      });
    const friends = friendsOf(member, day);
    for (const accrual of ofDay({ machines, rent: amount, friends, membership: false }, rules)) {
      post(member, accrual);
      if (accrual.asset === 'CNY')
        accelerations.push({
          ...log,
          id: `acceleration:${ref}:${day}`,
          kind: 'acceleration',
          amount: accrual.amount,
        });
    }
    const inviter = inviters.get(member);
    if (!inviter || firstOf.get(ref) !== log) continue;
    const order = orders.find(({ serial_number }) => serial_number === ref);
    const paid = (prices.get(order?.name ?? '') ?? 0) * machines;
    for (const accrual of ofPurchase({ machines, paid }, 1, rules)) post(inviter, accrual);
  }
  return { accrued, accelerations };
}
