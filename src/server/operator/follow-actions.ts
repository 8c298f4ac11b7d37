import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { byAccount } from '../auth/members';
import type { Db, Executor } from '../db/database';
import { lowerAscii } from '../kernel/ascii';
import type { Gateway } from '../kernel/gateway';
import { localeOf, translate } from '../kernel/messages';
import { sourceNamed } from './areas/all';
import { actionOf } from './roles';
import { giveBackProposal, secondPerson } from './second-person';
import { snapshot, written } from './snapshot';
import { type Action, record } from './trail';

declare module 'fastify' {
  interface FastifyRequest {
    /** The started action whose end has not been recorded yet. */
    begun: { seq: number; row: Action; claimed?: string } | null;
    /** The read that is recorded before its answer is sent. */
    looked: Action | null;
  }
}

/** Calls that only read, although they are POST requests. */
const looks = new Set([
  'notices/preview',
  'conversations/follow',
  'conversations/of/:account/read',
  'presence',
]);

/** Milliseconds in which a repeated read, such as a page that refreshes, leaves no second row. */
const lookedFor = 3_600_000;

/** Routes that show members' data besides records and lists. */
const looksMore = new Set(['members/:account/statement']);

/** Whether a route shows a record with members' data, or exports a list of them. */
function seesMember(action: string): boolean {
  const [path = '', ...rest] = action.split('/');
  const last = rest.at(-1);
  const isShown = last === 'export' || !!last?.startsWith(':');
  return looksMore.has(action) || (isShown && !!sourceNamed(path)?.area.personal);
}

const targetOf = ({ params }: FastifyRequest): string =>
  Object.values((params ?? {}) as Record<string, string>).join('/');

/** The member whom an address names. */
async function memberOfAddress(run: Executor, { params }: FastifyRequest): Promise<string | null> {
  const { account } = (params ?? {}) as { account?: string };
  return (account && (await byAccount(run, account))?.id) || null;
}

/** The member of a record, by what an answer or a row of the trail has of it: an id, or a user name. */
async function memberOfRecord(run: Executor, text: string | null | undefined): Promise<string | null> {
  if (!text?.startsWith('{')) return null;
  const { member, author, username, id } = JSON.parse(text) as Record<string, unknown>;
  const named = member ?? author ?? (username ? id : undefined);
  if (typeof named !== 'string') return null;
  const found = await run
    .selectFrom('member')
    .select('id')
    .where((is) => is.or([is('id', '=', named), is('username_key', '=', lowerAscii(named))]))
    .executeTakeFirst();
  return found?.id ?? null;
}

/** The member whom a request is about: of its record, or else of its address. */
const memberOf = async (
  run: Executor,
  text: string | null | undefined,
  request: FastifyRequest,
): Promise<string | null> => (await memberOfRecord(run, text)) ?? (await memberOfAddress(run, request));

/** The key of the record that an action has made, from its answer. */
function madeBy(action: string, said: string | null): string {
  const area = sourceNamed(action)?.area;
  if (!area || !said?.startsWith('{')) return '';
  const made = JSON.parse(said) as Record<string, unknown>;
  return String(made[area.key] ?? made.id ?? '');
}

/** Records a read with the member whose data it shows, once an hour for each person and record; every export. */
async function noteLook(db: Db, row: Action, memberOf: () => Promise<string | null>): Promise<void> {
  const before =
    row.target &&
    (await db.run
      .selectFrom('operator_action')
      .select('seq')
      .where('target', '=', row.target)
      .where('operator', '=', row.operator)
      .where('action', '=', row.action)
      .where('phase', '=', 'looked')
      .where('at', '>', new Date(row.at.getTime() - lookedFor))
      .limit(1)
      .executeTakeFirst());
  if (!before) await record(db, { ...row, member: await memberOf(), phase: 'looked' });
}

/**
 * Records every action of the back office: the input and the row before the action starts, and the result afterwards. An action that one
 * person may not do alone is only recorded.
 */
export function followActions(desk: FastifyInstance, gateway: Gateway): void {
  const { db, now } = gateway;
  desk.decorateRequest('begun', null);
  desk.decorateRequest('looked', null);

  desk.addHook('preHandler', async (request: FastifyRequest, reply: FastifyReply) => {
    const { person, method, ip, id } = request;
    const action = actionOf(request.routeOptions.url);
    const looked = method === 'GET' && seesMember(action);
    const acts = method === 'POST' && !looks.has(action) && !action.startsWith('session');
    if (!person || (!looked && !acts)) return;
    const target = targetOf(request);
    const row: Action = {
      at: new Date(now()),
      operator: person.id,
      name: person.name,
      role: person.role,
      ip,
      action,
      target,
      phase: 'begun',
      of: null,
      input: written(looked ? request.query : request.body),
      status: null,
      request: id,
      before: looked ? null : await snapshot(gateway, sourceNamed, action, target),
      after: null,
    };
    if (looked) {
      request.looked = row;
      return;
    }
    row.member = await memberOf(db.run, row.before, request);
    const review = await secondPerson(gateway, sourceNamed, person, {
      action,
      target,
      url: request.url,
      input: request.body,
    });
    if (!review.go) {
      await record(db, { ...row, phase: 'proposed', status: 202 });
      const { proposal, until } = review;
      return reply.code(202).send({
        message: translate(localeOf(request.headers['accept-language']), 'proposalMade'),
        waiting: true,
        proposal,
        until,
      });
    }
    const { seq } = await record(db, row);
    request.begun = { seq, row, ...(review.claimed && { claimed: review.claimed }) };
  });

  desk.addHook('onSend', async (request, reply, payload) => {
    const { begun, looked } = request;
    const status = reply.statusCode;
    const said = typeof payload === 'string' ? payload : null;
    if (looked) {
      request.looked = null;
      if (status < 400) await noteLook(db, looked, () => memberOf(db.run, said, request));
    }
    if (!begun) return payload;
    request.begun = null;
    const { seq, row, claimed } = begun;
    try {
      if (claimed && status >= 400) await giveBackProposal(db.run, claimed);
      const target = row.target || madeBy(row.action, status < 400 ? said : null);
      const after = await snapshot(gateway, sourceNamed, row.action, target);
      const phase = status < 400 ? 'done' : 'refused';
      const ended = await record(db, {
        ...row,
        target,
        member: row.member ?? (await memberOfRecord(db.run, after)),
        at: new Date(now()),
        phase,
        of: seq,
        input: null,
        before: null,
        after,
        status,
      });
      // an external copy of the log can reveal that the trail was rewritten
      request.log.info(
        { by: row.name, action: row.action, target: row.target, status, trail: ended },
        'desk',
      );
    } catch (error) {
      request.log.error(error); // the action was done, and its beginning is in the trail
    }
    return payload;
  });
}
