import type { FastifyInstance } from 'fastify';
import type { Executor } from '../db/database';
import { change } from '../settings/changeable';
import type { Settings } from '../settings/settings';
import { settingsNow } from './settings-now';

/** Until another gateway follows what was set at this one. */
const intervalMs = 5000;

/** Puts what the desk has set into effect here. */
export const applySettings = async (run: Executor, settings: Settings): Promise<void> =>
  change(settings, await settingsNow(run));

/** Starts with what the desk has set, and follows what it sets at any other gateway. */
export function followSettings(
  app: FastifyInstance,
  { db, settings }: { db: { run: Executor }; settings: Settings },
): void {
  let timer: NodeJS.Timeout | undefined;
  let applied = '{}';
  const follow = async () => {
    const values = await settingsNow(db.run);
    const text = JSON.stringify(values);
    if (text === applied) return; // reading the whole environment again would be work for nothing
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
