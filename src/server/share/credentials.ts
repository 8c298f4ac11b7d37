import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';

/** Milliseconds: before its end at which one is renewed; that whoever renews it has for that; between two looks at what they got. */
const spareMs = 300_000;
const claimMs = 15_000;
const lookMs = 100;

export interface Fresh {
  value: string;
  /** Seconds. */
  expiresIn: number;
}

interface Which {
  appId: string;
  kind: 'access_token' | 'jsapi_ticket';
}

/**
 * Something that WeChat gives out seldom and for all of us: the one that is known, or a new one, for which only one gateway of a
 * deployment asks. While it does, the others go on with the old one as long as that is good, and wait when it is not.
 */
export async function credential(
  run: Executor,
  { appId, kind }: Which,
  now: number,
  renew: () => Promise<Fresh>,
): Promise<string> {
  const attempt = randomUUID();
  for (let waited = 0; waited < claimMs; waited += lookMs) {
    const stored = await run
      .selectFrom('wechat_credential')
      .select(['value', 'expires_at'])
      .where('app_id', '=', appId)
      .where('kind', '=', kind)
      .executeTakeFirst();
    const until = stored?.expires_at.getTime() ?? 0;
    if (stored?.value && until > now + spareMs) return stored.value;
    const claim = { attempt, asked_at: new Date(now) };
    const claimed = await run
      .insertInto('wechat_credential')
      .values({ app_id: appId, kind, value: '', expires_at: new Date(0), ...claim })
      .onConflict((already) =>
        already
          .columns(['app_id', 'kind'])
          .doUpdateSet(claim)
          .where('wechat_credential.asked_at', '<', new Date(now - claimMs))
          // another may have been faster since we looked
          .where('wechat_credential.expires_at', '<=', new Date(now + spareMs)),
      )
      .returning('attempt')
      .executeTakeFirst();
    const mine = run
      .updateTable('wechat_credential')
      .where('app_id', '=', appId)
      .where('kind', '=', kind)
      .where('attempt', '=', attempt);
    if (claimed) {
      try {
        const { value, expiresIn } = await renew();
        const fresh = { value, expires_at: new Date(now + expiresIn * 1000), asked_at: new Date(0) };
        await mine.set(fresh).execute();
        return value;
      } catch (error) {
        await mine.set({ asked_at: new Date(0) }).execute(); // the next one asks again
        if (stored?.value && until > now) return stored.value;
        throw error;
      }
    }
    if (stored?.value && until > now) return stored.value;
    await delay(lookMs);
  }
  throw new DomainError('wechatUnreachable');
}

/** WeChat does not take it any more, whatever it said: the next one who needs it asks for another. */
export const forget = (run: Executor, { appId, kind }: Which) =>
  run
    .updateTable('wechat_credential')
    .set({ expires_at: new Date(0) })
    .where('app_id', '=', appId)
    .where('kind', '=', kind)
    .execute();
