import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Action } from '../../contract/desk/area';
import type { Gateway } from '../kernel/gateway';
import { body, query } from './body';
import { type ExportFormat, exportList, exportRule } from './export-list';
import { historyOf } from './history';
import { addNote, noteRule, notesOf } from './notes';
import type { Person } from './people';
import { readList, wantedOf } from './read-list';
import type { Source } from './source';

const personOf = ({ person }: FastifyRequest): Person => {
  if (!person) throw new Error('the desk has a guard');
  return person;
};

const keyOf = ({ params }: FastifyRequest): string =>
  Object.values(params as Record<string, string>)[0] ?? '';

/** The route of an action: `withdrawals/:id/approve`, `products/:id` for a change, `products` for a new one. */
function routeOf(source: Source, name: string): string {
  const { makes } = source.area.actions[name] ?? {};
  if (makes) return `/${source.area.path}`;
  return name === 'change' ? recordRoute(source) : `${recordRoute(source)}/${name}`;
}

const recordRoute = ({ area: { path, under }, param = 'id' }: Source): string =>
  `/${path}${under ? `/${under}` : ''}/:${param}`;

/** Without a HEAD of its own: nobody asks the areas for heads, and a start would spend a twentieth of its time on them. */
const getOnly = { exposeHeadRoute: false };

/** Serves the routes of every area: list, exports, records with history and notes, and actions. */
export function serveArea(desk: FastifyInstance, gateway: Gateway, source: Source): void {
  const { area } = source;
  desk.get(`/${area.path}`, getOnly, (request) => readList(gateway, source, wantedOf(source, request.query)));
  desk.get(`/${area.path}/export`, getOnly, (request, reply) => {
    const { format, columns } = query(exportRule, request);
    return exportList(gateway, source, wantedOf(source, request.query), {
      format: format as ExportFormat,
      columns,
      reply,
    });
  });
  const one = recordRoute(source);
  desk.get(one, getOnly, (request) => source.one(gateway, keyOf(request)));
  desk.get(`${one}/history`, getOnly, async (request) => ({
    items: await historyOf(gateway.db.run, source, await source.one(gateway, keyOf(request)), keyOf(request)),
  }));
  desk.get(`${one}/notes`, getOnly, async (request) => ({
    items: await notesOf(gateway.db.run, area.path, await recordKey(gateway, source, keyOf(request))),
  }));
  desk.post(`${one}/notes`, async (request) => {
    const { text } = body(noteRule, request);
    const record = await recordKey(gateway, source, keyOf(request));
    return addNote(gateway, { area: area.path, record, text, by: personOf(request).name });
  });
  for (const [name, action] of Object.entries<Action>(area.actions))
    serveAction(desk, gateway, source, name, action);
}

/** The key of a record, from any of its names in the address. */
async function recordKey(gateway: Gateway, { area, one }: Source, key: string): Promise<string> {
  const record = (await one(gateway, key)) as Record<string, unknown>;
  return String(record[area.key]);
}

function serveAction(
  desk: FastifyInstance,
  gateway: Gateway,
  source: Source,
  name: string,
  { input, large }: Action,
): void {
  const act = (source.acts as Record<string, ActOf | undefined>)[name];
  if (!act) return; // served by a route of its own
  desk.post(routeOf(source, name), { ...(large && { bodyLimit: largestInput }) }, (request) =>
    act({ gateway, key: keyOf(request), person: personOf(request) }, input ? body(input, request) : {}),
  );
}

/** Maximum number of bytes of an input with a file. */
const largestInput = 12 * 1024 * 1024;

type ActOf = (doing: { gateway: Gateway; key: string; person: Person }, input: unknown) => Promise<object>;
