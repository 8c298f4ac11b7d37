import { OrderState } from '../../contract/buying/orders';
import { isOnline } from '../../contract/buying/payment-methods';
import type { Db, Executor } from '../db/database';
import { eachInTurn } from '../jobs/each-in-turn';
import type { Schedule } from '../jobs/worker';
import { DomainError } from '../kernel/domain-error';
import { providerOf } from '../payments/providers';
import type { Settings } from '../settings/settings';
import { type AttemptRow, referenceOf, takeOutcome } from './attempts';
import { putToReview } from './review-payment';

const batch = 100;
const everyMs = 60_000;
/** Notifications arrive within a minute; after that the provider is queried, at growing intervals. */
const firstAskMs = 60_000;
/** An attempt is closed at its provider this long after its end, and passed to a person after a day without a response. */
const graceMs = 10 * 60_000;
const patienceMs = 24 * 3_600_000;

/** Open attempts that are due: the interval grows with the age of the attempt. */
const due = ({ run }: Db, now: number) =>
  run
    .selectFrom('payment_attempt')
    .selectAll()
    .where('state', '=', 'open')
    .where('created_at', '<=', new Date(now - firstAskMs))
    .where((is) => is.or([is('ask_at', 'is', null), is('ask_at', '<=', new Date(now))]))
    .orderBy('created_at')
    .limit(batch)
    .execute();

/**
 * Queries providers about open attempts, in case notifications got lost. Attempts that ended unpaid, or that their order no longer uses,
 * are closed at the provider so that nobody can pay them. Attempts without a response for a day are passed to a person. Returns the
 * number of attempts checked.
 */
export async function reconcileAttempts(
  db: Db,
  settings: Settings,
  fileSecret: string,
  now: number,
  log: (error: unknown) => void,
): Promise<number> {
  const open = await due(db, now);
  await eachInTurn(
    open,
    (attempt) =>
      reconcile(db, settings, fileSecret, attempt, now).catch(async (error) => {
        if (!(error instanceof DomainError)) log(error);
        await leaveAlone(db, attempt, now);
      }),
    log,
  );
  return open.length;
}

async function reconcile(db: Db, settings: Settings, fileSecret: string, attempt: AttemptRow, now: number) {
  const { id, way: method } = attempt;
  const provider = isOnline(method) ? providerOf(method, settings, fileSecret) : undefined;
  const reference = referenceOf(attempt);
  const outcome = await provider?.ask?.(id, reference);
  if (outcome && outcome !== 'unpaid') {
    const taken = await takeOutcome(db, outcome, now);
    if (taken === 'review') await end(db.run, attempt);
    return;
  }
  const isOver = attempt.expires_at.getTime() + graceMs <= now;
  // an attempt that is known to be unpaid can be closed early without loss
  const isUnwanted = outcome === 'unpaid' && !!provider?.close && !(await isStillPayable(db, attempt));
  if (!isOver && !isUnwanted) return leaveAlone(db, attempt, now);
  await provider?.close?.(id, reference);
  await end(db.run, attempt);
}

/** Whether the order of an attempt still waits for payment with that method. */
async function isStillPayable({ run }: Db, { member, order_no, way }: AttemptRow): Promise<boolean> {
  const waits = await run
    .selectFrom('purchase')
    .select('order_no')
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .where('state', '=', OrderState.waiting)
    .where('way', '=', way)
    .executeTakeFirst();
  return !!waits;
}

/** Stops the queries; a notification that still arrives is applied. Returns false if one has ended the attempt meanwhile. */
async function end(run: Executor, { member, id }: AttemptRow): Promise<boolean> {
  const ended = await run
    .updateTable('payment_attempt')
    .set({ state: 'failed' })
    .where('member', '=', member)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return ended.numUpdatedRows > 0;
}

/** Reschedules the attempt after a fraction of its age; after a day without a response, a person has to look. */
async function leaveAlone(db: Db, attempt: AttemptRow, now: number): Promise<void> {
  const age = now - attempt.created_at.getTime();
  if (attempt.expires_at.getTime() + patienceMs < now) {
    const outcome = { attempt: attempt.id, result: 'paid', paymentNo: '', amount: attempt.amount } as const;
    await db.tx(async (tx) => {
      if (await end(tx, attempt)) await putToReview(tx, attempt, outcome, 'unanswered', now);
    });
    return;
  }
  await db.run
    .updateTable('payment_attempt')
    .set({ ask_at: new Date(now + Math.max(everyMs, age / 4)) })
    .where('member', '=', attempt.member)
    .where('id', '=', attempt.id)
    .execute();
}

export const attemptReconciliation = (
  settings: Settings,
  fileSecret: string,
  log: (error: unknown) => void,
): Schedule => ({
  name: 'payment-attempts',
  every: everyMs,
  async run(db, now) {
    await reconcileAttempts(db, settings, fileSecret, now, log);
  },
});
