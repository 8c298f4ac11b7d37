import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Executor } from '../db/database';
import { nameKey } from './people';
import type { OperatorActionTable } from './tables';

export type Action = Omit<OperatorActionTable, 'seq' | 'hash'>;

const hashOf = (before: string, row: Action & { seq: number }): string => {
  const { seq, operator, name, role, ip, action, target, phase, of, input, status, request } = row;
  const about = [seq, row.at.toISOString(), operator, name, role, ip, action, target, phase, of, input];
  return createHash('sha256')
    .update(JSON.stringify([before, ...about, row.before, row.after, status, request]))
    .digest('hex');
};

/** Adds a row, with a hash over itself and the one before it: one that is changed or missing later shows. */
export const record = (db: Db, row: Action): Promise<{ seq: number; hash: string }> =>
  db.tx(async (tx) => {
    const last = await tx
      .selectFrom('operator_trail')
      .selectAll()
      .where('id', '=', 1)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const seq = last.seq + 1;
    const hash = hashOf(last.hash, { seq, ...row });
    await tx
      .insertInto('operator_action')
      .values({ seq, ...row, hash })
      .execute();
    await tx.updateTable('operator_trail').set({ seq, hash }).where('id', '=', 1).execute();
    return { seq, hash };
  });

/** Whether every row is there and as it was written; the first that is not. */
export async function checkTrail(
  run: Executor,
): Promise<{ inOrder: boolean; rows: number; broken?: number }> {
  const head = await run.selectFrom('operator_trail').selectAll().executeTakeFirstOrThrow();
  let [hash, rows] = ['', 0];
  for (;;) {
    const some = await run
      .selectFrom('operator_action')
      .selectAll()
      .where('seq', '>', rows)
      .where('seq', '<=', head.seq)
      .orderBy('seq')
      .limit(1000)
      .execute();
    for (const { hash: written, ...row } of some) {
      if (row.seq !== rows + 1 || hashOf(hash, row) !== written)
        return { inOrder: false, rows, broken: rows + 1 };
      hash = written;
      rows = row.seq;
    }
    if (!some.length) break;
  }
  const inOrder = rows === head.seq && hash === head.hash;
  return { inOrder, rows, ...(!inOrder && { broken: rows + 1 }) };
}

interface TrailFilter {
  /** A name, a part of what it was done to, a part of the action. */
  by?: string | undefined;
  target?: string | undefined;
  action?: string | undefined;
  /** Older than this number. */
  before?: number | undefined;
}

const parsed = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text));

/** The trail, the newest first, two hundred at a time. */
export async function listTrail(run: Executor, { by, target, action, before }: TrailFilter) {
  const rows = await run
    .selectFrom('operator_action')
    .selectAll()
    .where((is) =>
      is.and([
        ...(by ? [is('name', '=', nameKey(by))] : []),
        ...(target ? [is('target', '=', target)] : []),
        ...(action ? [sql<boolean>`strpos(action, ${action}) > 0`] : []),
        ...(before ? [is('seq', '<', before)] : []),
      ]),
    )
    .orderBy('seq', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ seq, at, name, role, ip, phase, of, status, request, ...row }) => ({
    number: seq,
    at,
    by: name,
    role,
    ip,
    action: row.action,
    target: row.target,
    phase,
    ...(of !== null && { of }),
    ...(status !== null && { status }),
    input: parsed(row.input),
    before: parsed(row.before),
    after: parsed(row.after),
    request,
  }));
}
