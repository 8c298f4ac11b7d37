import type { Gateway } from '../kernel/gateway';
import { dataHash } from '../kernel/idempotency';
import { PartnerRefused } from './refusals';

/** Milliseconds after which a request without a result counts as lost, together with its gateway. */
const lostAfter = 60_000;

/**
 * One `Idempotency-Key`, one effect: runs `work` the first time and stores its answer for 30 days. The same key and input return that
 * answer; the same key with another input is refused. A refusal is not stored, so the partner may retry with the key. The key is reserved
 * before the work and outside its transaction, because an act may need several transactions. If the gateway dies in between, the next
 * request with the key repeats the work.
 */
export async function oncePerKey(
  { db, now }: Pick<Gateway, 'db' | 'now'>,
  { partner, path, key }: { partner: string; path: string; key: string },
  input: object,
  work: () => Promise<object>,
): Promise<object> {
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw new PartnerRefused('request_invalid', 'Idempotency-Key must be 1 to 200 letters, digits or signs');
  // partners have no member id; no member's id contains a space
  const row = { member: `partner ${partner}`, call: `embed/v1/${path}`, key };
  const at = new Date(now());
  const hash = dataHash(input);
  const mine = await db.run
    .insertInto('answered')
    .values({ ...row, hash, answer: null, at })
    .onConflict((conflict) =>
      conflict
        .columns(['member', 'call', 'key'])
        .doUpdateSet({ at })
        .where('answered.answer', 'is', null)
        .where('answered.hash', '=', hash)
        .where('answered.at', '<', new Date(at.getTime() - lostAfter)),
    )
    .returning('key')
    .executeTakeFirst();
  if (!mine) {
    const before = await db.run
      .selectFrom('answered')
      .select(['hash', 'answer'])
      .where((is) => is.and(row))
      .executeTakeFirst();
    if (before && before.hash !== hash)
      throw new PartnerRefused('idempotency_key_reused', 'The first request with this key had another body');
    if (before?.answer) return JSON.parse(before.answer);
    throw new PartnerRefused('request_in_progress', 'The first request with this key is still at work');
  }
  const stored = (answer: object) =>
    db.run
      .updateTable('answered')
      .set({ answer: JSON.stringify(answer) })
      .where((is) => is.and(row))
      .execute();
  const forget = () =>
    db.run
      .deleteFrom('answered')
      .where((is) => is.and(row))
      .execute();
  try {
    const answer = await work();
    await stored(answer);
    return answer;
  } catch (error) {
    await forget();
    throw error;
  }
}
