import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/database';
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
  }
}

/** Calls that only read, although they are POST requests. */
const looks = new Set([
  'notices/preview',
  'conversations/follow',
  'conversations/of/:account/read',
  'presence',
]);

/** Routes that show a member's data: the trail records these reads too. */
const seesMember = new Set([
  'members/:account',
  'members/:account/statement',
  'conversations/of/:account',
  'members/export',
]);
/** Milliseconds in which a repeated read, such as a page that refreshes, leaves no second row. */
const lookedFor = 3_600_000;

const targetOf = ({ params }: FastifyRequest): string =>
  Object.values((params ?? {}) as Record<string, string>).join('/');

async function noteLook(db: Db, row: Action): Promise<void> {
  const before = await db.run
    .selectFrom('operator_action')
    .select('seq')
    .where('target', '=', row.target)
    .where('operator', '=', row.operator)
    .where('action', '=', row.action)
    .where('phase', '=', 'looked')
    .where('at', '>', new Date(row.at.getTime() - lookedFor))
    .limit(1)
    .executeTakeFirst();
  if (!before) await record(db, { ...row, phase: 'looked' });
}

/**
 * Records every action of the back office: the input and the row before the action starts, and the result afterwards. An action that one
 * person may not do alone is only recorded.
 */
export function followActions(desk: FastifyInstance, gateway: Gateway): void {
  const { db, now } = gateway;
  desk.decorateRequest('begun', null);

  desk.addHook('preHandler', async (request: FastifyRequest, reply: FastifyReply) => {
    const { person, method, ip, id } = request;
    const action = actionOf(request.routeOptions.url);
    const looked = method === 'GET' && seesMember.has(action);
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
      before: looked ? null : await snapshot(db.run, sourceNamed, action, target),
      after: null,
    };
    if (looked) return noteLook(db, row);
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
    const { begun } = request;
    if (!begun) return payload;
    request.begun = null;
    const { seq, row, claimed } = begun;
    const status = reply.statusCode;
    try {
      if (claimed && status >= 400) await giveBackProposal(db.run, claimed);
      const after = await snapshot(db.run, sourceNamed, row.action, row.target);
      const phase = status < 400 ? 'done' : 'refused';
      const ended = await record(db, {
        ...row,
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
