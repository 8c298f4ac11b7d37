import type { Executor } from '../db/database';
import { type Changeable, isChangeable } from '../settings/changeable';

/** What the desk has set, by the names of the variables. */
export async function settingsNow(run: Executor): Promise<Partial<Record<Changeable, string>>> {
  const rows = await run.selectFrom('setting_value').select(['name', 'value']).orderBy('seq').execute();
  const values: Partial<Record<Changeable, string>> = {};
  for (const { name, value } of rows) {
    if (!isChangeable(name)) continue; // of another version of the gateway
    if (value === null) delete values[name];
    else values[name] = value;
  }
  return values;
}
