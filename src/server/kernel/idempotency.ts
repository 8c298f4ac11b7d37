import { createHash } from 'node:crypto';
import type { Call } from '../../contract/wire/call';
import type { Executor, Tx } from '../db/database';
import type { Sweep } from '../jobs/housekeeping';
import type { RequestContext } from './context';
import { dayLength } from './dates';
import { DomainError } from './domain-error';

/**
 * One request key, one effect. Runs `work` the first time and stores its answer under (member, call, key); the same key and data return
 * that answer, the same key with other data is refused. Everything happens in the caller's transaction: if `work` is refused, nothing is
 * stored, and the member may retry with the same key. `await ctx.db.tx((tx) => idempotent(tx, ctx, orders.add, input, async () => { …;
 * return answer; }))`
 */
export async function idempotent<T extends object>(
  tx: Tx,
  ctx: Pick<RequestContext, 'member' | 'now'>,
  call: Pick<Call, 'path'>,
  input: { requestKey: string },
  work: () => Promise<T>,
): Promise<T> {
  const key = { member: ctx.member, call: call.path, key: input.requestKey.toLowerCase() };
  // proofs of identity are not part of the compared data: a repetition may have a different one, or none
  const hash = dataHash({ ...input, requestKey: '', proof: undefined });
  // If a request with the same key is in flight, this statement waits for its end.
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
      .$narrowType<{ answer: string }>() // the first request has ended, so its answer is stored
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

/** Whether the request is a repetition, which does not count against limits. */
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

/** JSON with sorted keys, so that the order of fields does not matter. */
const canonical = (data: unknown): string =>
  JSON.stringify(data, (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Deletes stored answers that are too old for a repetition. */
export const sweepAnswers: Sweep = async (run, now) => {
  await run
    .deleteFrom('answered')
    .where('at', '<', new Date(now - 30 * dayLength))
    .execute();
};
