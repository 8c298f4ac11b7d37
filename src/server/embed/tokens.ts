import { randomBytes, randomUUID } from 'node:crypto';
import { embedTokenPrefix } from '../../contract/embed/embed';
import type { EmbedFeature, EmbedScope } from '../../contract/embed/features';
import type { Executor } from '../db/database';
import { sha256 } from '../kernel/sha256';

export interface EmbedToken {
  /** The name of the token in logs; the token itself is stored nowhere. */
  id: string;
  partner: string;
  member: string;
  feature: EmbedFeature;
  scopes: EmbedScope[];
  /** The only page that may use it. */
  origin: string;
}

/** Makes a token that lives for `ttl` seconds: 32 random bytes, of which the database keeps only the hash. */
export async function issueToken(
  run: Executor,
  { partner, member, feature, scopes, origin }: Omit<EmbedToken, 'id'>,
  ttl: number,
  now: number,
): Promise<string> {
  const token = embedTokenPrefix + randomBytes(32).toString('base64url');
  await run
    .insertInto('embed_token')
    .values({
      hash: sha256(token),
      id: randomUUID(),
      partner,
      member,
      feature,
      origin,
      scopes: scopes.join(' '),
      issued_at: new Date(now),
      expires_at: new Date(now + ttl * 1000),
    })
    .execute();
  return token;
}

/** The permissions of a token; `undefined` if it is expired, revoked or unknown. */
export async function findToken(run: Executor, token: string, now: number): Promise<EmbedToken | undefined> {
  const found = await run
    .selectFrom('embed_token')
    .select(['id', 'partner', 'member', 'feature', 'scopes', 'origin'])
    .where('hash', '=', sha256(token))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  return found && { ...found, scopes: found.scopes.split(' ') as EmbedScope[] };
}

/** Ends one token. */
export async function revokeToken(run: Executor, token: string): Promise<void> {
  await run.deleteFrom('embed_token').where('hash', '=', sha256(token)).execute();
}

/** Ends every token of a member, or those of one partner, and deletes their unconfirmed challenges. */
export async function endTokens(run: Executor, of: { member?: string; partner?: string }): Promise<void> {
  const columns = Object.entries(of) as ['member' | 'partner', string][];
  if (!columns.length) return;
  let tokens = run.deleteFrom('embed_token');
  let open = run.deleteFrom('challenge').where('answer', 'is', null);
  for (const [column, value] of columns) {
    tokens = tokens.where(column, '=', value);
    open = open.where(column, '=', value);
  }
  await tokens.execute();
  await open.execute();
}
