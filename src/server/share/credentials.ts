import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';

/**
 * Milliseconds: how long before its end a credential is renewed; how long a renewal may take; interval between two polls for its result.
 */
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
 * A credential that WeChat issues rarely and for the whole account: the known one, or a new one, which only one gateway of the deployment
 * requests. Meanwhile the others use the old one while it is valid, and wait otherwise.
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
          // another gateway may have been faster
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
        await mine.set({ asked_at: new Date(0) }).execute(); // the next caller requests it again
        if (stored?.value && until > now) return stored.value;
        throw error;
      }
    }
    if (stored?.value && until > now) return stored.value;
    await delay(lookMs);
  }
  throw new DomainError('wechatUnreachable');
}

/** Marks the credential as invalid because WeChat rejects it: the next caller requests a new one. */
export const forget = (run: Executor, { appId, kind }: Which) =>
  run
    .updateTable('wechat_credential')
    .set({ expires_at: new Date(0) })
    .where('app_id', '=', appId)
    .where('kind', '=', kind)
    .execute();
