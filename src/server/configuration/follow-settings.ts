import type { FastifyInstance } from 'fastify';
import type { Executor } from '../db/database';
import { change } from '../settings/changeable';
import type { Settings } from '../settings/settings';
import { settingsNow } from './settings-now';

/** Milliseconds until another gateway applies a change made at this one. */
const intervalMs = 5000;

/** Applies the settings of the back office to this gateway. */
export const applySettings = async (run: Executor, settings: Settings): Promise<void> =>
  change(settings, await settingsNow(run));

/** Starts with the settings of the back office, and follows changes made at any other gateway. */
export function followSettings(
  app: FastifyInstance,
  { db, settings }: { db: { run: Executor }; settings: Settings },
): void {
  let timer: NodeJS.Timeout | undefined;
  let applied = '{}';
  const follow = async () => {
    const values = await settingsNow(db.run);
    const text = JSON.stringify(values);
    if (text === applied) return; // reading the whole environment again would be unnecessary work
    change(settings, values);
    applied = text;
  };
  const look = () => follow().catch((error) => app.log.error(error));
  app.addHook('onReady', async () => {
    await look();
    timer = setInterval(look, intervalMs).unref();
  });
  app.addHook('preClose', async () => clearInterval(timer));
}
