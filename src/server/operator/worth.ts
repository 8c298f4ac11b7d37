import type { Gateway } from '../kernel/gateway';
import { fenOf } from '../payments/usdt/reserve';
import { getWithdrawalSheet } from '../wallet/withdrawal-sheet';
import { activeAdmins } from './people';

type Input = Record<string, unknown>;
type WorthOf = (gateway: Gateway, target: string, input: Input) => Promise<number>;

const day = 24 * 3_600_000;
const anyNeedsTwo = Number.POSITIVE_INFINITY;

/** Who is behind the desk is decided by two as soon as there are two who may: an admin alone could make a second person of their own. */
const whoIsBehindTheDesk: WorthOf = async ({ db }) =>
  (await activeAdmins(db.run).execute()).length > 1 ? anyNeedsTwo : 0;

/** Settings that one person may change. All others say where money goes, what it is worth, or what protects it. */
const harmless = [
  'CUSTOMER_SERVICE_PHONE',
  'MANAGER_PHONE',
  'ORDER_MINUTES',
  'REMITTANCE_HOURS',
  'HOLIDAYS',
  'WORKDAYS',
  'AI_PER_HOUR',
];

/**
 * What an action is worth, in fen: all that a person moves for an order, or for a member in a day, so that parts below the limit are no way
 * around it. An account's ways in are worth whatever is in it. Actions that are not here move no money.
 */
const worth: Record<string, WorthOf> = {
  'withdrawals/:id/approve': async ({ db, now }, id) => {
    const { amount } = await getWithdrawalSheet(db.run, id);
    const sum = await db.run
      .selectFrom('withdrawal as w')
      .innerJoin('withdrawal as this', 'this.member', 'w.member')
      .select((is) => is.fn.sum<number>('w.amount').as('amount'))
      .where('this.id', '=', id)
      .where('w.id', '<>', id)
      .where('w.reason', 'is', null)
      .where('w.decided_at', '>', new Date(now() - day))
      .executeTakeFirst();
    return amount + Number(sum?.amount ?? 0);
  },
  'remittances/:id/approve': async ({ db, now }, id) => {
    const row = await db.run
      .selectFrom('remittance')
      .select(['amount', 'member'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return 0;
    const sum = await db.run
      .selectFrom('remittance')
      .select((is) => is.fn.sum<number>('amount').as('amount'))
      .where('member', '=', row.member)
      .where('state', '=', 'approved')
      .where('decided_at', '>', new Date(now() - day))
      .executeTakeFirst();
    return row.amount + Number(sum?.amount ?? 0);
  },
  'orders/:id/refund': async ({ db }, id, { amount }) => {
    const order = await db.run
      .selectFrom('purchase')
      .select(['paid', 'refunded', 'currency'])
      .where('order_no', '=', id)
      .executeTakeFirst();
    if (order?.currency !== 'money') return 0;
    return typeof amount === 'number' ? order.refunded + amount : order.paid;
  },
  'transfers/:id/settle': async ({ db, settings }, id) => {
    const row = await db.run
      .selectFrom('usdt_transfer')
      .select('amount')
      .where('txid', '=', id)
      .executeTakeFirst();
    return row ? fenOf(row.amount, settings.usdtRate) : 0;
  },
  'members/:account/reset': async () => anyNeedsTwo,
  'settings/:id': async (_, name) => (harmless.includes(name) ? 0 : anyNeedsTwo),
  people: whoIsBehindTheDesk,
  'people/:name/invite': whoIsBehindTheDesk,
  'people/:name/role': whoIsBehindTheDesk,
  'people/:name/enable': whoIsBehindTheDesk,
};

/** See `worth`. */
export const worthOf = async (
  gateway: Gateway,
  { action, target, input }: { action: string; target: string; input: unknown },
): Promise<number> => (await worth[action]?.(gateway, target, (input ?? {}) as Input)) ?? 0;
