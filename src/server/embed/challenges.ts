import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { type Challenge, challengeTtl } from '../../contract/embed/embed';
import type { Executor } from '../db/database';
import { type Answer, done, toConfirm } from '../http/answers';
import { type Endpoint, inputOf } from '../http/endpoint';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { dataHash } from '../kernel/idempotency';
import { attempt } from '../kernel/rate-limit';
import { RequestRejected } from '../kernel/request-rejected';
import { sha256 } from '../kernel/sha256';
import type { Embed } from './admit';
import { exampleNumber, withoutNumber } from './card-number';
import { dryRun } from './dry-run';
import type { ChallengeTable } from './tables';

export type ChallengeRow = Selectable<ChallengeTable>;

/** Limit of challenges of one member. */
const perMember = { max: 60, window: 600_000 };

const keyOf = (data: object) => String((data as { requestKey?: unknown }).requestKey ?? '').toLowerCase();

/**
 * Prepares a call that only our own origin may confirm: checks that it could be done now, stores it, and answers with a
 * challenge. After the member has confirmed it, the same call with the same request key and data gets the answer of the
 * confirmed call.
 */
export async function prepare(
  endpoint: Endpoint,
  sent: object,
  ctx: RequestContext,
  embed: Embed,
): Promise<Answer> {
  const { db, member, now, locale } = ctx;
  const data = withoutNumber(endpoint.call, sent);
  const input = inputOf(endpoint, exampleNumber(endpoint.call, data));
  const about = { member, partner: embed.token.partner, call: endpoint.call.path, request_key: keyOf(data) };
  const hash = dataHash(data);
  const before = await confirmed(db.run, about, hash);
  if (before) return done(locale, JSON.parse(before));
  await dryRun(endpoint.handler, input, ctx);
  if (!(await attempt(db.run, `challenge:${member}`, perMember, now)).allowed)
    throw new RequestRejected('rate');
  const id = `ch_${randomBytes(32).toString('base64url')}`;
  await db.run
    .insertInto('challenge')
    .values({
      ...about,
      hash: sha256(id),
      site: embed.token.origin,
      opener: embed.opener,
      data: JSON.stringify(data),
      data_hash: hash,
      attempts: 0,
      expires_at: new Date(now + challengeTtl),
      answer: null,
    })
    .execute();
  const challenge: Challenge = { challenge: { id, expiresIn: challengeTtl / 1000 } };
  return toConfirm(locale, challenge);
}

type About = Pick<ChallengeRow, 'member' | 'partner' | 'call' | 'request_key'>;

/** The answer of the call that was confirmed under the key; refused if the key belongs to another call. */
async function confirmed(run: Executor, about: About, hash: string): Promise<string | undefined> {
  const found = await run
    .selectFrom('challenge')
    .select(['data_hash', 'answer'])
    .where((is) => is.and(about))
    .where('answer', 'is not', null)
    .execute();
  const same = found.find((one) => one.data_hash === hash);
  if (!same && found.length && about.request_key) throw new DomainError('keyReused');
  return same?.answer ?? undefined;
}

/** Finds a challenge by the id that the page received; `undefined` after the challenge was deleted. */
export const findChallenge = (run: Executor, id: string): Promise<ChallengeRow | undefined> =>
  run.selectFrom('challenge').selectAll().where('hash', '=', sha256(id)).executeTakeFirst();

export const isOpen = ({ answer, expires_at }: ChallengeRow, now: number): boolean =>
  answer === null && expires_at.getTime() > now;
