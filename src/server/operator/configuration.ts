import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { changeSetting, listSettings, settingHistory } from '../configuration/change-setting';
import { applySettings } from '../configuration/follow-settings';
import type { Gateway } from '../kernel/gateway';
import { body, words } from './body';

const newValue = v.object({ value: v.nullable(words(2000)), reason: words() });

type Params = { Params: { id: string } };

/** `/operator/settings`: those that can change while the gateway runs. */
export function serveConfiguration(desk: FastifyInstance, { db, settings, now }: Gateway): void {
  desk.get('/settings', async () => ({ items: await listSettings(db.run, settings) }));
  desk.get<Params>('/settings/:id', async ({ params }) => ({
    items: await settingHistory(db.run, settings, params.id),
  }));
  desk.post<Params>('/settings/:id', async (request) => {
    const value = body(newValue, request);
    const answer = await db.tx((tx) => changeSetting(tx, settings, request.params.id, value, now()));
    await applySettings(db.run, settings);
    return answer;
  });
}
