import type { Deprecation, Ending } from '../../contract/embed/deprecations';
import type { PartnerEventType } from '../../contract/embed/partner-events';
import type { Executor } from '../db/database';
import { enqueue } from '../jobs/jobs';
import type { Gateway } from '../kernel/gateway';
import type { EmbedToken } from './tokens';

/** Milliseconds after which it is recorded again that a page still uses something. */
const recordEvery = 3_600_000;

/** A page's use of ours: the release of its loader, and the names of the options that it sets. Pages of releases before 1.1 do not say. */
export interface Used {
  release: string;
  options: readonly string[];
}

/** Reads a line of the request for the first answers: the release and the options, separated by spaces. */
export function usedIn(line = ''): Used {
  const [release = '', ...options] = line.split(' ');
  return { release, options };
}

/** The rows of the table that a page uses. */
const endingsOf = (table: readonly Deprecation[], { release, options }: Used): Deprecation[] =>
  table.filter(({ what, name }) => (what === 'release' ? name === release : options.includes(name)));

/**
 * The deprecations that concern a page. Records them for the partner's console; the first time, the partner's webhooks receive
 * `deprecation.found`.
 */
export async function noteDeprecated(
  gateway: Pick<Gateway, 'db' | 'deprecations'>,
  { partner, origin }: Pick<EmbedToken, 'partner' | 'origin'>,
  used: Used,
  now: number,
): Promise<Ending[]> {
  const endings = endingsOf(gateway.deprecations, used).map(
    ({ id, what, name, endsOn }): Ending => ({ id, what, name, endsOn }),
  );
  for (const ending of endings) await record(gateway, { partner, origin }, ending, new Date(now));
  return endings;
}

async function record(
  { db }: Pick<Gateway, 'db'>,
  { partner, origin }: { partner: string; origin: string },
  ending: Ending,
  at: Date,
): Promise<void> {
  const { id } = ending;
  const known = await db.run
    .selectFrom('partner_deprecation')
    .select('seen_at')
    .where('partner', '=', partner)
    .where('id', '=', id)
    .executeTakeFirst();
  if (known && known.seen_at.getTime() > at.getTime() - recordEvery) return;
  await db.tx(async (tx) => {
    const first = await tx
      .insertInto('partner_deprecation')
      .values({ partner, id, origin, first_at: at, seen_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (first) {
      const type: PartnerEventType = 'deprecation.found';
      await enqueue(tx, { kind: 'tell-partner', payload: { partner, type, data: ending } }, at.getTime());
    } else
      await tx
        .updateTable('partner_deprecation')
        .set({ origin, seen_at: at })
        .where('partner', '=', partner)
        .where('id', '=', id)
        .execute();
  });
}

/** Everything that will end, the first to end first; with `used`, if a page of the partner uses it. Times are ISO 8601. */
export async function listDeprecations(
  run: Executor,
  table: readonly Deprecation[],
  partner: string,
): Promise<(Deprecation & { used?: { origin: string; since: string; last: string } })[]> {
  const rows = await run
    .selectFrom('partner_deprecation')
    .select(['id', 'origin', 'first_at', 'seen_at'])
    .where('partner', '=', partner)
    .execute();
  const listed = table.map((one) => {
    const row = rows.find(({ id }) => id === one.id);
    const used = row && {
      origin: row.origin,
      since: row.first_at.toISOString(),
      last: row.seen_at.toISOString(),
    };
    return { ...one, ...(used && { used }) };
  });
  return listed.sort((a, b) => (a.endsOn < b.endsOn ? -1 : 1));
}
