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
  const follow = () => applySettings(db.run, settings).catch((error) => app.log.error(error));
  app.addHook('onReady', async () => {
    await follow();
    timer = setInterval(follow, intervalMs).unref();
  });
  app.addHook('preClose', async () => clearInterval(timer));
}
