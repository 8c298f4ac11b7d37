import type { Area, RecordOf } from '../../contract/desk/area';
import type { Executor } from '../db/database';
import type { Source } from './source';
import { changesBetween } from './trail';

/** The actions on a record, newest first: entries of the trail under any name of the record. */
export async function historyOf(run: Executor, { area, names }: Source, record: RecordOf<Area>, key: string) {
  const own = (record as Record<string, unknown>)[area.key];
  const targets = [key, String(own), ...(names?.(record) ?? [])].filter((one): one is string => !!one);
  const rows = await run
    .selectFrom('operator_action as ended')
    .leftJoin('operator_action as begun', 'begun.seq', 'ended.of')
    .where('ended.target', 'in', [...new Set(targets)])
    .where('ended.phase', 'not in', ['begun', 'looked'])
    .where((is) => is.or([is('ended.action', '=', area.path), is('ended.action', 'like', `${area.path}/%`)]))
    .select(['ended.seq', 'ended.at', 'ended.name', 'ended.action', 'ended.phase', 'ended.after'])
    .select((is) => [
      is.fn.coalesce('begun.input', 'ended.input').as('input'),
      is.fn.coalesce('begun.before', 'ended.before').as('before'),
    ])
    .orderBy('ended.seq', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ seq, at, name, action, phase, input, before, after }) => ({
    number: seq,
    at,
    by: name,
    action,
    phase,
    input: input === null ? undefined : JSON.parse(input),
    changes: changesBetween(before, after),
  }));
}
