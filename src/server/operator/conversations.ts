import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { longestMessage } from '../../contract/support/im';
import { abortedOf } from '../http/endpoint';
import { followConversations, listConversations, readConversation, replyToMember } from '../im/desk';
import type { Gateway } from '../kernel/gateway';
import { body, words } from './body';

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const rules = {
  read: v.object({ before: v.optional(id) }),
  reply: v.object({
    text: words(longestMessage),
    requestKey: v.pipe(v.string(), v.uuid()),
  }),
  follow: v.object({
    followed: v.optional(
      v.object({ since: v.pipe(v.string(), v.isoTimestamp()), known: v.record(v.string(), id) }),
    ),
  }),
};

type Account = { Params: { account: string } };

/** Online support from the desk's side: `chat list`, `chat read`, `chat reply` and `chat follow` of the command line. */
export function serveConversations(desk: FastifyInstance, gateway: Gateway): void {
  desk.get('/conversations', async () => ({ items: await listConversations(gateway) }));
  desk.post<Account>('/conversations/of/:account/read', async (request) => ({
    items: await readConversation(gateway, request.params.account, body(rules.read, request).before),
  }));
  desk.post<Account>('/conversations/of/:account/reply', (request) =>
    replyToMember(gateway, { account: request.params.account, ...body(rules.reply, request) }),
  );
  desk.post('/conversations/follow', (request, answer) =>
    followConversations(gateway, body(rules.follow, request).followed, abortedOf(answer)),
  );
}
