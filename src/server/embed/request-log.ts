import { sql } from 'kysely';
import type { PartnerMode } from '../../contract/embed/partners';
import { column } from '../db/column';
import type { Db, Executor } from '../db/database';
import { dayOf } from '../kernel/dates';
import type { PartnerRequest, PartnerRequests } from '../kernel/services';

/** Milliseconds for which requests are collected before they are written together. */
const gatherMs = 1000;
/** Maximum number of collected requests: further ones are counted but not listed. */
const most = 2000;

interface Use {
  partner: string;
  mode: PartnerMode;
  /** A path of the signed requests, `refused`, `delivered` or `undelivered`. */
  what: string;
  count: number;
  at: number;
}

/** Increases partners' usage; each of the uses is another one. In the same order everywhere, so that two gateways do not deadlock. */
export async function countUses(run: Executor, uses: readonly Use[]): Promise<void> {
  if (!uses.length) return;
  await sql`
    insert into partner_usage (partner, mode, what, count, day)
    select * from unnest(
      ${column(uses, 'partner')}::text[], ${column(uses, 'mode')}::text[], ${column(uses, 'what')}::text[],
      ${column(uses, 'count')}::bigint[], ${uses.map(({ at }) => dayOf(at))}::text[]
    ) as used (partner, mode, what, count, day)
    order by partner, mode, what, day
    on conflict (partner, mode, day, what) do update set count = partner_usage.count + excluded.count`.execute(
    run,
  );
}

/**
 * Logs the requests of partners' servers in batches: with a row and a counter per request, the requests of a busy partner would wait for
 * each other. A gateway that is killed loses the last second.
 */
export function createRequestLog(db: Db, log: (error: unknown) => void): PartnerRequests {
  let rows: PartnerRequest[] = [];
  let uses = new Map<string, Use>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const use = ({ partner, mode }: PartnerRequest, what: string, at: number) => {
    const key = JSON.stringify([partner, mode, what]);
    const before = uses.get(key)?.count ?? 0;
    uses.set(key, { partner, mode, what, count: before + 1, at });
  };

  async function write() {
    const [listed, used] = [rows, [...uses.values()]];
    rows = [];
    uses = new Map();
    if (!listed.length && !used.length) return;
    await db.tx(async (tx) => {
      for (let at = 0; at < listed.length; at += 200)
        await tx
          .insertInto('partner_request')
          .values(listed.slice(at, at + 200))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      await countUses(tx, used);
    });
  }

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write).catch(log);
    return writing;
  };

  return {
    add(row) {
      if (rows.length < most) rows.push(row);
      // with a wrong signature, anybody could have sent it
      if (row.kid) use(row, row.path, row.at.getTime());
      if (row.kid && row.status >= 400) use(row, 'refused', row.at.getTime());
      timer ??= setTimeout(flush, gatherMs).unref();
    },
    flush,
  };
}
