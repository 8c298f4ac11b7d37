import type { Executor, Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { type Changeable, changeableNames, isChangeable } from '../settings/changeable';
import { InvalidSettings, type Settings } from '../settings/settings';
import { settingsNow } from './settings-now';

const changeable = (name: string): Changeable => {
  if (!isChangeable(name)) throw new DomainError('settingMissing', { known: changeableNames.join(', ') });
  return name;
};

interface NewValue {
  /** The value as its environment variable would spell it; null: the environment's value applies again. */
  value: string | null;
  reason: string;
}

/** Sets a setting from now on; refused with the reason if the value is invalid. */
export async function changeSetting(
  tx: Tx,
  settings: Settings,
  name: string,
  { value, reason }: NewValue,
  now: number,
) {
  const setting = changeable(name);
  const { [setting]: _, ...others } = await settingsNow(tx);
  try {
    settings.readAgain({ ...others, ...(value !== null && { [setting]: value }) });
  } catch (error) {
    if (error instanceof InvalidSettings)
      throw new DomainError('settingWrong', { why: error.mistakes.join('; ') });
    throw error;
  }
  await tx
    .insertInto('setting_value')
    .values({ name: setting, value, set_at: new Date(now), reason })
    .execute();
  return { setting, value };
}

const originOf = (settings: Settings, name: Changeable) =>
  settings.given(name) ? 'the environment' : 'the default';

/** Every setting that the back office can change: the value that counts, and where it comes from. */
export async function listSettings(run: Executor, settings: Settings) {
  const set = await settingsNow(run);
  const current = settings.readAgain(set);
  return changeableNames.map((setting) => ({
    setting,
    value: current.counted(setting),
    from: set[setting] !== undefined ? 'the desk' : originOf(settings, setting),
  }));
}

/** One of them, if there is one of that name. */
export const oneSetting = async (run: Executor, settings: Settings, name: string) =>
  (await listSettings(run, settings)).find(({ setting }) => setting === name);

/** The history of a setting, newest first; at the end the value of the environment, or the default. */
export async function settingHistory(run: Executor, settings: Settings, name: string) {
  const setting = changeable(name);
  const rows = await run
    .selectFrom('setting_value')
    .select(['value', 'set_at as setAt', 'reason'])
    .where('name', '=', setting)
    .orderBy('seq', 'desc')
    .execute();
  return [...rows, { value: settings.counted(setting), reason: originOf(settings, setting) }];
}
