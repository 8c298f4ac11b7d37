import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { localeOf, type MessageName, translate } from '../kernel/messages';
import { audit } from '../ledger/audit';
import { sources } from './areas/all';
import { body, query, Unusable } from './body';
import { dayForDesk } from './day';
import { figuresOf, figuresRule } from './figures';
import { followActions } from './follow-actions';
import { assertOperator, Forbidden, NoSession } from './guard';
import { serveOwnRoutes } from './own-routes';
import { beAt, presenceRule } from './presence';
import { searchAll } from './search';
import { serveArea } from './serve-areas';
import { serveDeskPage } from './serve-page';
import { servePeople, serveSignIn } from './serve-people';
import { TooManyGuesses } from './sign-in';
import { sealKeys } from './totp-keys';

const searched = v.object({ q: v.pipe(v.string(), v.maxLength(100)) });

/**
 * `/operator/…`: the API of `npm run operator` and of the back office in the browser. JSON; 409 with `message` for a refusal, 403 if the
 * role does not permit it, 202 if a second person is needed.
 */
export async function serveOperator(scope: FastifyInstance, gateway: Gateway, files: string): Promise<void> {
  scope.decorateRequest('person', null);
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  scope.addHook('onReady', async () => {
    const lost = await sealKeys(gateway);
    if (lost.length)
      scope.log.error(`people whose codes SECRETS_KEY does not open, to invite again: ${lost.join(', ')}`);
  });
  sayRefusals(scope);
  serveDeskPage(scope, gateway, files);
  await scope.register(async (open) => serveSignIn(open, gateway));
  await scope.register(async (desk) => serveDesk(desk, gateway));
}

function sayRefusals(desk: FastifyInstance): void {
  const above = desk.errorHandler;
  desk.setErrorHandler((error: FastifyError, request, reply: FastifyReply) => {
    const say = (code: number, key: MessageName, values: DomainError['values'] = {}, more: object = {}) => {
      const message = translate(localeOf(request.headers['accept-language']), key, values);
      return reply.code(code).send({ message, ...more });
    };
    if (error instanceof NoSession) return say(401, 'deskSignInFirst');
    if (error instanceof Forbidden) return reply.code(403).send({ message: error.message });
    if (error instanceof Unusable) return reply.code(400).send({ message: error.message });
    if (error instanceof TooManyGuesses) return say(429, 'deskTooManyGuesses', { minutes: error.minutes });
    if (!(error instanceof DomainError)) return above.call(desk, error, request, reply);
    return say(409, error.key, error.values, error.more.body);
  });
}

/** The routes that require authentication. */
async function serveDesk(desk: FastifyInstance, gateway: Gateway): Promise<void> {
  const { db } = gateway;
  desk.addHook('onRequest', async (request) => {
    await assertOperator(request, gateway);
  });
  followActions(desk, gateway);
  servePeople(desk, gateway);
  desk.get('/day', ({ person }) => dayForDesk(gateway, person?.role ?? 'support'));
  desk.get('/figures', (request) => figuresOf(gateway, query(figuresRule, request)));
  desk.get('/search', (request) =>
    searchAll(gateway, request.person?.role ?? 'support', query(searched, request).q),
  );
  desk.post('/presence', (request) =>
    beAt(gateway, request.person?.name ?? '', body(presenceRule, request).place),
  );
  for (const source of Object.values(sources)) serveArea(desk, gateway, source);
  serveOwnRoutes(desk, gateway);
  desk.get('/ledger', async () => {
    const broken = await audit(db.run);
    return { inOrder: !Object.keys(broken).length, broken };
  });
}
