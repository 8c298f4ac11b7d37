import { OrderState } from '../../contract/buying/orders';
import { aboutMethod, isHeld, isOnline } from '../../contract/buying/payment-methods';
import type * as calls from '../../contract/buying/payments';
import { type OfferedMethod, onlineLimit } from '../../contract/buying/payments';
import type * as rules from '../../contract/buying/payments.rules';
import type { Country } from '../../contract/member/auth';
import { freezeOf } from '../accruals/freeze';
import { me } from '../auth/members';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { refusalOf } from '../kernel/domain-error';
import { attempt as reserveTurn } from '../kernel/rate-limit';
import { balances } from '../ledger/balances';
import { ownPurchase } from '../orders/own';
import { asksProof } from '../pay-password/proof';
import { isSandbox, offered } from '../payments/methods';
import { split } from '../payments/parts';
import { providerOf } from '../payments/providers';
import { type AttemptRow, canBePaidBy, referenceOf, takeOutcome } from './attempts';

/** Maximum rate of queries to a provider about one attempt. */
const asking = { max: 1, window: 2_000 };

/**
 * Queries the provider, if it supports that, in case a notification got lost. Returns whether the provider reports that nothing has been
 * paid.
 */
async function askProvider(ctx: RequestContext, attempt: AttemptRow): Promise<boolean> {
  const { db, settings, fileSecret, now } = ctx;
  if (!isOnline(attempt.way)) return false;
  const provider = providerOf(attempt.way, settings, fileSecret);
  if (!provider?.ask || !(await reserveTurn(db.run, `ask:${attempt.id}`, asking, now)).allowed) return false;
  try {
    const outcome = await provider.ask(attempt.id, referenceOf(attempt));
    if (outcome && outcome !== 'unpaid') await takeOutcome(db, outcome, now);
    return outcome === 'unpaid';
  } catch (error) {
    refusalOf(error); // the provider does not respond; its notification will follow
    return false;
  }
}

/** A visitor may belong to any country version of this gateway: the language does not determine it. */
const countriesOf = async (ctx: RequestContext): Promise<Country[]> => {
  if (ctx.member) return [(await me(ctx.db.run, ctx)).country];
  return ctx.settings.country === 'any' ? ['cn', 'intl'] : [ctx.settings.country];
};

export const queryPaymentHandlers: Pick<
  Handlers<typeof calls, typeof rules>,
  'offeredMethods' | 'queryPay'
> = {
  async offeredMethods({ orderNo, ...given }, ctx) {
    const { db, settings, member, appid, now } = ctx;
    const order = orderNo ? await ownPurchase(db.run, member, orderNo) : undefined;
    const total = order ? order.total - order.paid : (given.total ?? 0);
    const currency = order?.currency ?? given.currency ?? 'money';
    const countries = await countriesOf(ctx);
    const all = new Set(countries.flatMap((country) => offered(settings, country, appid)));
    const accepted = [...all].filter((method) =>
      order ? canBePaidBy(order, method) : aboutMethod(method).currency === currency,
    );
    const held = member ? await balances(db.run, member) : undefined;
    const frozen = !!member && currency !== 'money' && (await freezeOf(db.run, member, now)).frozen;
    const ways = accepted.map((method): OfferedMethod => {
      const available = isHeld(method) ? held?.[method] : undefined;
      const reason = !member
        ? 'signedOut'
        : frozen
          ? 'frozen'
          : available !== undefined && available < total
            ? 'insufficient'
            : undefined;
      return {
        way: method,
        usable: !reason,
        ...(reason && { reason }),
        ...(available !== undefined && { available }),
        ...(method === 'balance' && asksProof(settings, total) && { asksPassword: true as const }),
        parts: isOnline(method) && total > 0 ? split(total, method).length : 1,
        sandbox: isSandbox(method, settings),
      };
    });
    return {
      ways,
      overLimit: currency === 'money' && total > onlineLimit,
      limit: onlineLimit,
      managerPhone: settings.managerPhone,
    };
  },

  async queryPay({ orderNo }, ctx) {
    const { db, member } = ctx;
    const before = await ownPurchase(db.run, member, orderNo);
    // an attempt that began before the order changed its method does not count
    const newest = () =>
      db.run
        .selectFrom('payment_attempt')
        .selectAll()
        .where('member', '=', member)
        .where('order_no', '=', orderNo)
        .where('way', '=', before.way)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
    const attempt = await newest();
    const isAskable = attempt?.state === 'open' && before.state === OrderState.waiting;
    const saidUnpaid = isAskable && (await askProvider(ctx, attempt));
    // a provider that was asked may have changed them
    const { state, paid, total } = isAskable ? await ownPurchase(db.run, member, orderNo) : before;
    const last = (isAskable ? await newest() : attempt)?.state;
    const unpaid = saidUnpaid && last === 'open' && state === OrderState.waiting;
    return { state, paidAmount: paid, total, ...(last && { attempt: last }), ...(unpaid && { unpaid }) };
  },
};
