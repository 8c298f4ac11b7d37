import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Executor, Tx } from '../db/database';
import type { Change } from './source';
import type { OperatorActionTable } from './tables';

export type Action = Omit<Insertable<OperatorActionTable>, 'seq' | 'hash' | 'salt' | 'commitment'>;

/** The part of a row that is about the object of its action, and so about members. */
type Content = Pick<Action, 'target' | 'input' | 'before' | 'after'>;

const digest = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** Stands for the content in the chain: without the salt nobody can tell what the content was, not even by trying. */
const commitmentTo = (salt: string, { target, input, before, after }: Content): string =>
  digest([salt, target, input ?? null, before ?? null, after ?? null]);

/** The hash of a row over the row before it. Rows of before the commitments have their content inside. */
const hashOf = (last: string, row: Action & { seq: number; commitment: string | null }): string => {
  const { seq, operator, name, role, ip, action, phase, of, status, request, commitment } = row;
  const at = row.at.toISOString();
  if (commitment !== null)
    return digest([last, seq, at, operator, name, role, ip, action, phase, of, status, request, commitment]);
  const about = [seq, at, operator, name, role, ip, action, row.target, phase, of, row.input];
  return digest([last, ...about, row.before, row.after, status, request]);
};

/**
 * Adds a row with a hash over the previous row, so that a row that is changed or removed later can be detected. The hash contains a
 * commitment to the content in place of the content itself: without the content and the salt, the chain can still be checked.
 */
async function recordIn(tx: Tx, row: Action): Promise<{ seq: number; hash: string }> {
  const last = await tx
    .selectFrom('operator_trail')
    .selectAll()
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const seq = last.seq + 1;
  const salt = randomBytes(16).toString('hex');
  const commitment = commitmentTo(salt, row);
  const hash = hashOf(last.hash, { seq, ...row, commitment });
  await tx
    .insertInto('operator_action')
    .values({ seq, ...row, salt, commitment, hash })
    .execute();
  await tx.updateTable('operator_trail').set({ seq, hash }).where('id', '=', 1).execute();
  return { seq, hash };
}

export const record = (db: Db, row: Action): Promise<{ seq: number; hash: string }> =>
  db.tx((tx) => recordIn(tx, row));

type TrailRow = Selectable<OperatorActionTable>;

interface TrailCheck {
  inOrder: boolean;
  rows: number;
  /** The first row that is missing or was changed. */
  broken?: number;
  /** Whether a row has the hash `against`. */
  found?: boolean;
  /** The number of rows whose content was erased, as other rows say. */
  erased?: number;
}

/** Looks at one row: whether its place in the chain is right, and whether its content is there as it was written. */
function look(last: string, { hash, salt, ...row }: TrailRow): { linked: boolean; whole: boolean } {
  const isRight = hashOf(last, row) === hash;
  // an old row without its content cannot be recomputed; the row after it still names its hash
  if (row.commitment === null) return { linked: true, whole: isRight };
  return { linked: isRight, whole: salt !== null && commitmentTo(salt, row) === row.commitment };
}

/**
 * Checks that every row exists unchanged; returns the first that does not. A row without its content is in order if a later row of the
 * chain names it as erased. An attacker who can write to the database can shorten or rewrite the trail consistently. A hash from a log on
 * another machine (`against`) is then missing.
 */
export async function checkTrail(run: Executor, against?: string): Promise<TrailCheck> {
  const head = await run.selectFrom('operator_trail').selectAll().executeTakeFirstOrThrow();
  let [hash, rows, found] = ['', 0, false];
  const [withoutContent, named] = [new Set<number>(), new Set<number>()];
  for (;;) {
    const some = await run
      .selectFrom('operator_action')
      .selectAll()
      .where('seq', '>', rows)
      .where('seq', '<=', head.seq)
      .orderBy('seq')
      .limit(1000)
      .execute();
    for (const row of some) {
      const { linked, whole } = look(hash, row);
      if (row.seq !== rows + 1 || !linked) return { inOrder: false, rows, broken: rows + 1 };
      if (!whole) withoutContent.add(row.seq);
      else if (row.action === erasure) for (const seq of erasedIn(row)) named.add(seq);
      hash = row.hash;
      rows = row.seq;
      found ||= row.hash === against;
    }
    if (!some.length) break;
  }
  const changed = [...withoutContent].find((seq) => !named.has(seq));
  if (changed !== undefined) return { inOrder: false, rows: changed - 1, broken: changed };
  const inOrder = rows === head.seq && hash === head.hash;
  return {
    inOrder: inOrder && (found || against === undefined),
    rows,
    ...(!inOrder && { broken: rows + 1 }),
    ...(against !== undefined && { found }),
    ...(withoutContent.size && { erased: withoutContent.size }),
  };
}

/** The action of rows that name the rows whose content was erased. */
export const erasure = 'trail/erased';
const erasedIn = ({ input }: Pick<TrailRow, 'input'>): number[] => JSON.parse(input ?? '{}').rows ?? [];

/** Rows whose erasure one row of the trail names. */
const namedAtOnce = 2000;

/**
 * Erases the content of rows, and records which. The person, the kind of action and the time stay. `instead`: takes the place of targets, of all
 * or of those among `targets`.
 */
export async function eraseContent(
  tx: Tx,
  rows: readonly number[],
  { why, targets, instead }: { why: string; targets?: readonly string[]; instead: string },
  now: number,
): Promise<void> {
  for (let at = 0; at < rows.length; at += namedAtOnce) {
    const some = rows.slice(at, at + namedAtOnce);
    await tx
      .updateTable('operator_action')
      .set({ salt: null, input: null, before: null, after: null })
      .where('seq', 'in', some)
      .execute();
    await tx
      .updateTable('operator_action')
      .set({ target: instead })
      .where('seq', 'in', some)
      .where((is) =>
        is.and(
          targets
            ? [
                is(
                  is.fn('lower', ['target']),
                  'in',
                  targets.map((one) => one.toLowerCase()),
                ),
              ]
            : [],
        ),
      )
      .execute();
    await recordIn(tx, {
      at: new Date(now),
      operator: 'gateway',
      name: 'gateway',
      role: 'automation',
      ip: '',
      action: erasure,
      target: instead,
      phase: 'done',
      of: null,
      input: JSON.stringify({ why, rows: some }),
      before: null,
      after: null,
      status: null,
      request: randomUUID(),
    });
  }
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
export const actionRows = (run: Executor) =>
  run
    .selectFrom('operator_action as a')
    .leftJoin('member as m', 'm.id', 'a.member')
    .selectAll('a')
    .select('m.username');

type ActionRow = Awaited<ReturnType<ReturnType<typeof actionRows>['execute']>>[number];

export const actionView = ({ seq, at, name, role, ip, phase, of, status, request, ...row }: ActionRow) => ({
  number: seq,
  at,
  by: name,
  role,
  ip,
  action: row.action,
  target: row.target,
  ...(row.username && { member: row.username }),
  phase,
  ...(of !== null && { of }),
  ...(status !== null && { status }),
  input: parsed(row.input) as object[],
  before: parsed(row.before) as object[],
  after: parsed(row.after) as object[],
  request,
});
