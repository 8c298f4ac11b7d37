import { type Lying, placeOf } from './catalog';
import type { Change } from './changes';

/** The tables that lie elsewhere than declared, each in a sentence. `lying`: where they are in fact. */
export function misplaced(tables: readonly string[], lying: ReadonlyMap<string, Lying>): string[] {
  const wrong: string[] = [];
  const colocations = new Map<string, number | undefined>();
  for (const table of tables) {
    const place = placeOf(table);
    const there = lying.get(table);
    if (place === undefined) wrong.push(`The table ${table} has no declared place.`);
    else if (place === 'everywhere' && there?.how !== 'reference')
      wrong.push(`The table ${table} is not on every node.`);
    else if (place === 'here' && there && there.how !== 'local')
      wrong.push(`The table ${table} is on other nodes, and not on the first alone.`);
    else if (typeof place === 'object') {
      const together = colocations.get(place.family) ?? there?.colocation;
      if (there?.how !== 'distributed' || there.column !== place.column)
        wrong.push(`The table ${table} is not divided by ${place.column}.`);
      else if (there.colocation !== together)
        wrong.push(`The table ${table} is not divided as the others by ${place.family}.`);
      colocations.set(place.family, together);
    }
  }
  return wrong;
}

export const nameOf = (what: string, table: string, name: string) => `The ${what} ${name} of ${table}`;

/** The keys and triggers that are not as the changes left them. `there`: the definitions of those that exist, by `nameOf`. */
export function constraintsAmiss(
  changes: readonly Pick<Change, 'what' | 'table' | 'name' | 'now'>[],
  there: ReadonlyMap<string, string>,
): string[] {
  const expected = new Map<string, string | null>();
  for (const { what, table, name, now } of changes)
    if (what === 'key' || what === 'foreign key' || what === 'trigger')
      expected.set(nameOf(what, table, name), now);
  const plain = (text: string) => text.replace(/"/g, '').replace(/\s+/g, ' ');
  const wrong: string[] = [];
  for (const [name, now] of expected) {
    const is = there.get(name);
    if (now === null && is !== undefined) wrong.push(`${name} is there again.`);
    if (now !== null && plain(is ?? '') !== plain(now))
      wrong.push(`${name} is ${is ?? 'gone'}, and not ${now}.`);
  }
  return wrong;
}
