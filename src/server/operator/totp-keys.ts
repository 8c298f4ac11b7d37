import type { Gateway } from '../kernel/gateway';
import { isSealed, open, seal } from '../kernel/seal';

/** The context in which the key of a person's codes is sealed. */
const sealContext = (operator: string) => `desk totp ${operator}`;

export const sealKey = ({ settings }: Pick<Gateway, 'settings'>, operator: string, key: string): string =>
  seal(settings, sealContext(operator), key);

/** The key of a person's codes; `undefined` if there is none, or if no configured key opens it. */
export const keyOfCodes = (
  { settings }: Pick<Gateway, 'settings'>,
  { id, totp }: { id: string; totp: string | null },
): string | undefined => (totp ? open(settings, sealContext(id), totp) : undefined);

/** Seals keys that an earlier version stored unsealed. Returns the names of people whose key cannot be opened. */
export async function sealKeys({ db, settings }: Pick<Gateway, 'db' | 'settings'>): Promise<string[]> {
  const people = await db.run
    .selectFrom('operator')
    .select(['id', 'name', 'totp'])
    .where('totp', 'is not', null)
    .orderBy('name')
    .execute();
  const lost: string[] = [];
  for (const { id, name, totp } of people) {
    if (!totp) continue;
    if (!isSealed(totp))
      await db.run
        .updateTable('operator')
        .set({ totp: sealKey({ settings }, id, totp) })
        .where('id', '=', id)
        .where('totp', '=', totp) // another gateway that starts may have sealed it
        .execute();
    else if (!keyOfCodes({ settings }, { id, totp })) lost.push(name);
  }
  return lost;
}
