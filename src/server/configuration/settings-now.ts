import type { Executor } from '../db/database';
import { type Changeable, isChangeable } from '../settings/changeable';

/** The settings made in the back office, by the names of their variables. */
export async function settingsNow(run: Executor): Promise<Partial<Record<Changeable, string>>> {
  const rows = await run.selectFrom('setting_value').select(['name', 'value']).orderBy('seq').execute();
  const values: Partial<Record<Changeable, string>> = {};
  for (const { name, value } of rows) {
    if (!isChangeable(name)) continue; // written by another version of the gateway
    if (value === null) delete values[name];
    else values[name] = value;
  }
  return values;
}
