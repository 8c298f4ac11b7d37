import { createHash } from 'node:crypto';
import type * as calls from '../../contract/member/auth';
import type { SignedInPlace } from '../../contract/member/auth';
import type * as rules from '../../contract/member/auth.rules';
import type { Executor } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { appOf, systemOf } from './browser-names';
import { maskedAddress } from './contacts';
import { forgetDevices } from './known-devices';
import { revokeSession, revokeSessionsOf } from './sessions';

/** The public id of a session, which differs from the hash under which the database stores its token. */
const idOf = (hash: string) => createHash('sha256').update(`session|${hash}`).digest('hex').slice(0, 24);

const sessionsOf = (run: Executor, member: string, now: number) =>
  run
    .selectFrom('session')
    .leftJoin('push_subscription as p', (join) =>
      join.onRef('p.session', '=', 'session.hash').onRef('p.member', '=', 'session.member'),
    )
    .select(['hash', 'device', 'ip', 'agent', 'issued_at', 'seen_at', 'p.id as push'])
    .where('session.member', '=', member)
    .where('expires_at', '>', new Date(now))
    .orderBy('expires_at', 'desc')
    .orderBy('hash')
    .execute();

/** Where a member is signed in, for the desk: with the whole address, which helps to tell a thief from its owner. */
export const sessionsForDesk = async (run: Executor, member: string, now: number) =>
  (await sessionsOf(run, member, now)).map(({ hash, ip, agent, issued_at, seen_at }) => ({
    id: idOf(hash),
    system: systemOf(agent),
    app: appOf(agent),
    ip,
    since: issued_at,
    seenAt: seen_at ?? issued_at,
  }));

/** Ends one session of a member, and forgets its device. Again changes nothing. */
export async function endSessionOf(
  { db, now, sessionsEnded }: Pick<Gateway, 'db' | 'now' | 'sessionsEnded'>,
  member: string,
  id: string,
) {
  const found = (await sessionsOf(db.run, member, now())).find(({ hash }) => idOf(hash) === id);
  if (found)
    await db.tx(async (tx) => {
      await revokeSession(tx, found.hash);
      if (found.device) await forgetDevices(tx, member, { only: found.device });
      await sessionsEnded(tx, member);
    });
  return { ended: !!found };
}

type Sessions = Pick<
  Handlers<typeof calls, typeof rules>,
  'listSessions' | 'endSession' | 'endOtherSessions'
>;

export const whereSignedInHandlers: Sessions = {
  async listSessions(_, { db, member, session, now }) {
    const rows = await sessionsOf(db.run, member, now);
    const items = rows.map(
      ({ hash, ip, agent, issued_at, seen_at, push }): SignedInPlace => ({
        id: idOf(hash),
        current: hash === session,
        system: systemOf(agent),
        app: appOf(agent),
        ...(ip && { address: maskedAddress(ip) }),
        since: issued_at.toISOString(),
        seenAt: (seen_at ?? issued_at).toISOString(),
        ...(push && { push: true }),
      }),
    );
    return { items: [...items.filter(({ current }) => current), ...items.filter(({ current }) => !current)] };
  },

  async endSession({ id }, ctx) {
    const { db, member, session, now } = ctx;
    const found = (await sessionsOf(db.run, member, now)).find(({ hash }) => idOf(hash) === id);
    // the current session is ended by signing out, which the phone does with its own data
    if (found?.hash === session) throw new DomainError('sessionCurrent');
    if (found)
      await db.tx(async (tx) => {
        await revokeSession(tx, found.hash);
        if (found.device && found.device !== ctx.device.id)
          await forgetDevices(tx, member, { only: found.device });
        await ctx.sessionsEnded(tx, member);
      });
    return {};
  },

  async endOtherSessions(_, ctx) {
    const { db, member, session, device } = ctx;
    await db.tx(async (tx) => {
      await revokeSessionsOf(ctx, tx, member, session);
      await forgetDevices(tx, member, { but: device.id });
    });
    return {};
  },
};
