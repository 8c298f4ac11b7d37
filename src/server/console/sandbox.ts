import * as v from 'valibot';
import { OrderState } from '../../contract/buying/orders';
import { WithdrawalStatus } from '../../contract/money/wallet';
import { PartnerRefused } from '../embed/refusals';
import { memberOf, partnerOf } from '../embed/state';
import { test } from '../embed/test-acts';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { Unusable } from '../operator/body';

/** Customers in the choice at most, those who were linked last. */
const mostCustomers = 100;
/** Things of one customer that are listed at most. */
const mostThings = 20;

/** The customers of a partner in test mode; with `member`, also what an act can be done to. */
export async function sandboxOf(gateway: Gateway, partner: string, reference: string | undefined) {
  const { run } = gateway.db;
  const customers = await run
    .selectFrom('partner_member')
    .select('reference')
    .where('partner', '=', partner)
    .orderBy('at', 'desc')
    .orderBy('reference')
    .limit(mostCustomers)
    .execute();
  const names = customers.map(({ reference }) => reference);
  const member = reference === undefined ? undefined : await memberOf(run, partner, reference);
  if (!member) return { customers: names };
  const withdrawals = await run
    .selectFrom('withdrawal')
    .select(['number', 'status'])
    .where('member', '=', member)
    .where('status', 'in', [WithdrawalStatus.applied, WithdrawalStatus.approved])
    .orderBy('number', 'desc')
    .limit(mostThings)
    .execute();
  const orders = await run
    .selectFrom('purchase')
    .select(['order_no as orderNo', 'state'])
    .where('member', '=', member)
    .where('state', 'in', [OrderState.waiting, OrderState.successful])
    .orderBy('order_no', 'desc')
    .limit(mostThings)
    .execute();
  const workOrders = await run
    .selectFrom('work_order')
    .select(['number', 'title'])
    .where('member', '=', member)
    .orderBy('number', 'desc')
    .limit(mostThings)
    .execute();
  return {
    customers: names,
    withdrawals: withdrawals.map(({ number, status }) => ({
      number,
      acts: status === WithdrawalStatus.applied ? ['approve', 'reject'] : ['remit'],
    })),
    orders: orders.map(({ orderNo, state }) => ({
      orderNo,
      acts: [state === OrderState.waiting ? 'pay' : 'refund'],
    })),
    workOrders: workOrders.map((one) => ({ ...one, acts: ['answer'] })),
  };
}

/** Does what `POST /embed/v1/test` does, for somebody at the console. `refused`: why it was not done, in English. */
export async function actInSandbox(gateway: Gateway, partner: string, input: unknown): Promise<object> {
  const known = partnerOf(gateway.settings, partner);
  if (!known) throw new DomainError('partnerMissing');
  const { success, output, issues } = v.safeParse(test.rules, input);
  if (!success)
    throw new Unusable(issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; '));
  try {
    return await test.handle(known, output, gateway);
  } catch (error) {
    if (error instanceof PartnerRefused) return { refused: error.message };
    throw error;
  }
}
