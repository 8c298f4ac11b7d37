import { sql } from 'kysely';
import type { Area, Role } from '../../contract/desk/area';
import type { Gateway } from '../kernel/gateway';
import { sources } from './areas/all';
import { findIds, matches, mostFound, type Words, wordsOf } from './find-words';
import { isQueried, type Source } from './source';

interface Hit {
  area: string;
  /** The key of its record, and its name for people. */
  key: string;
  title: string;
  about?: string;
}

/** Maximum number of hits per area. */
const mostEach = 5;
/** Areas without records to open, conversations, which belong to their member, and what an accountant looks for by day. */
const notSearched = new Set([
  'trail',
  'messages',
  'proposals',
  'conversations',
  'journal',
  'reconciliation',
  'months',
]);

/** Records that contain the text, among the areas that a role sees: numbers, names, contacts, titles. */
export async function searchAll(gateway: Gateway, role: Role, words: string): Promise<{ items: Hit[] }> {
  const q = words.trim();
  if (q.length < 2) return { items: [] };
  const items: Hit[] = [];
  // exact matches come first, however many other records contain the text
  const { run } = gateway.db;
  const patterns = { exact: await wordsOf(run, q, true), part: await wordsOf(run, q) };
  for (const source of Object.values(sources)) {
    const { area } = source;
    if (notSearched.has(area.path) || !area.see.includes(role)) continue;
    items.push(...(await searchOne(gateway, source, q, patterns)));
  }
  const exact = (hit: Hit) => (hit.key.toLowerCase() === q.toLowerCase() ? 0 : 1);
  return { items: items.sort((a, b) => exact(a) - exact(b)) };
}

async function searchOne(
  gateway: Gateway,
  { area, list }: Source,
  q: string,
  { exact, part }: { exact: Words; part: Words },
): Promise<Hit[]> {
  if (!isQueried(list)) {
    const all = await list.all(gateway);
    return all
      .filter((one) => JSON.stringify(one).toLowerCase().includes(q.toLowerCase()))
      .slice(0, mostEach)
      .map((one) => hit(area, one));
  }
  const { run } = gateway.db;
  const whole = matches(list, exact);
  const partial = await findIds(run, list, [matches(list, part)], whole);
  const more = partial.length > mostFound ? await findIds(run, list, [whole]) : [];
  const first = [...new Set([...more, ...partial])].slice(0, mostEach);
  if (!first.length) return [];
  const id = sql.ref(list.id);
  const rows = await list
    .rows(run)
    .where(sql<boolean>`${id} in (${sql.join(first)})`)
    .select(id.as('sorted_id'))
    .execute();
  const inOrder = (rows as { sorted_id: unknown }[]).sort(
    (a, b) => first.indexOf(a.sorted_id) - first.indexOf(b.sorted_id),
  );
  const found = await list.view(inOrder, gateway);
  return found.map((one) => hit(area, one));
}

function hit(area: Area, record: object): Hit {
  const values = record as Record<string, unknown>;
  const text = (name: string) => String(values[name] ?? '').slice(0, 120);
  const about = area.title === area.key ? text('member') : text(area.key);
  return { area: area.path, key: text(area.key), title: text(area.title), ...(about && { about }) };
}
