import { createHash } from 'node:crypto';
import type { Call } from '../../contract/wire/call';
import type { Executor, Tx } from '../db/database';
import type { Sweep } from '../jobs/housekeeping';
import type { RequestContext } from './context';
import { dayLength } from './dates';
import { DomainError } from './domain-error';

/**
 * One request key, one effect. Does `work` the first time and keeps its answer under (member, call, key); the same key
 * and data get that answer again, the same key with other data is refused. All in the caller's transaction: when `work`
 * is refused nothing is kept, and the member may try again with the same key.
 *
 * `await ctx.db.tx((tx) => idempotent(tx, ctx, orders.add, input, async () => { …; return answer; }))`
 */
export async function idempotent<T extends object>(
  tx: Tx,
  ctx: Pick<RequestContext, 'member' | 'now'>,
  call: Pick<Call, 'path'>,
  input: { requestKey: string },
  work: () => Promise<T>,
): Promise<T> {
  const key = { member: ctx.member, call: call.path, key: input.requestKey.toLowerCase() };
  // a proof of who is there is no part of what is asked for: a repetition may carry another one, or none
  const hash = dataHash({ ...input, requestKey: '', proof: undefined });
  // A request with the same key that is still at work makes this statement wait for its end.
  const first = await tx
    .insertInto('answered')
    .values({ ...key, hash, answer: null, at: new Date(ctx.now) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();

  if (!first.numInsertedOrUpdatedRows) {
    const before = await tx
      .selectFrom('answered')
      .select(['hash', 'answer'])
      .where((is) => is.and(key))
      .$narrowType<{ answer: string }>() // the first request has ended, so it has answered
      .executeTakeFirst();
    if (before?.hash !== hash) throw new DomainError('keyReused');
    return JSON.parse(before.answer);
  }
  const answer = await work();
  await tx
    .updateTable('answered')
    .set({ answer: JSON.stringify(answer) })
    .where((is) => is.and(key))
    .execute();
  return answer;
}

/** SHA-256 of the data, hex. */
export const dataHash = (data: object): string => createHash('sha256').update(canonical(data)).digest('hex');

/** Whether this is asked again: it costs no limit twice. */
export async function isRepeated(
  run: Executor,
  { member }: Pick<RequestContext, 'member'>,
  { path }: Pick<Call, 'path'>,
  { requestKey }: { requestKey: string },
): Promise<boolean> {
  const key = { member, call: path, key: requestKey.toLowerCase() };
  return !!(await run
    .selectFrom('answered')
    .select('key')
    .where((is) => is.and(key))
    .executeTakeFirst());
}

/** JSON with sorted keys: the order in which a client wrote the fields is not part of the data. */
const canonical = (data: unknown): string =>
  JSON.stringify(data, (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Sweeps answers that nobody repeats a request for any more. */
export const sweepAnswers: Sweep = async (run, now) => {
  await run
    .deleteFrom('answered')
    .where('at', '<', new Date(now - 30 * dayLength))
    .execute();
};
