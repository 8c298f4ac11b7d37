import { createHash } from 'node:crypto';
import type { Db, Executor } from '../db/database';
import type { Change } from './source';
import type { OperatorActionTable } from './tables';

export type Action = Omit<OperatorActionTable, 'seq' | 'hash'>;

const hashOf = (before: string, row: Action & { seq: number }): string => {
  const { seq, operator, name, role, ip, action, target, phase, of, input, status, request } = row;
  const about = [seq, row.at.toISOString(), operator, name, role, ip, action, target, phase, of, input];
  return createHash('sha256')
    .update(JSON.stringify([before, ...about, row.before, row.after, status, request]))
    .digest('hex');
};

/** Adds a row with a hash over itself and the previous row, so that a row that is changed or removed later can be detected. */
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

interface TrailCheck {
  inOrder: boolean;
  rows: number;
  /** The first row that is missing or was changed. */
  broken?: number;
  /** Whether a row has the hash `against`. */
  found?: boolean;
}

/**
 * Checks that every row exists unchanged; returns the first that does not. An attacker who can write to the database can shorten or rewrite the
 * trail consistently. A hash from a log on another machine (`against`) is then missing.
 */
export async function checkTrail(run: Executor, against?: string): Promise<TrailCheck> {
  const head = await run.selectFrom('operator_trail').selectAll().executeTakeFirstOrThrow();
  let [hash, rows, found] = ['', 0, false];
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
      found ||= written === against;
    }
    if (!some.length) break;
  }
  const inOrder = rows === head.seq && hash === head.hash;
  return {
    inOrder: inOrder && (found || against === undefined),
    rows,
    ...(!inOrder && { broken: rows + 1 }),
    ...(against !== undefined && { found }),
  };
}

const parsed = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text));

/** The differences between two rows of the trail, column by column. */
export function changesBetween(before: string | null, after: string | null): Change[] {
  if (before === null || after === null) return [];
  const [old, now] = [JSON.parse(before), JSON.parse(after)] as Record<string, unknown>[];
  return Object.keys({ ...old, ...now })
    .filter((field) => JSON.stringify(old?.[field]) !== JSON.stringify(now?.[field]))
    .map((field) => ({ field, before: old?.[field], after: now?.[field] }));
}

/** The trail, for lists of the back office. */
export const actionRows = (run: Executor) => run.selectFrom('operator_action as a').selectAll('a');

type ActionRow = Awaited<ReturnType<ReturnType<typeof actionRows>['execute']>>[number];

export const actionView = ({ seq, at, name, role, ip, phase, of, status, request, ...row }: ActionRow) => ({
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
  input: parsed(row.input) as object[],
  before: parsed(row.before) as object[],
  after: parsed(row.after) as object[],
  request,
});
