import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { PartnerRole } from '../../contract/embed/partners';
import { email } from '../../contract/rules/fields';
import { abortedOf } from '../http/endpoint';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { localeOf, translate } from '../kernel/messages';
import { attempt } from '../kernel/rate-limit';
import { RequestRejected } from '../kernel/request-rejected';
import { body, query, Unusable } from '../operator/body';
import { note } from '../partners/change-partner';
import type { Settings } from '../settings/settings';
import { consoleCalls } from './calls';
import { sendCode, showCode } from './codes';
import { type ConsoleCall, line } from './console-call';
import { acceptInvitation, showInvitation } from './invitations';
import { serveDocs } from './serve-docs';
import { serveConsolePage } from './serve-page';
import { findPerson, type Person, signOut } from './session';
import { resetPassword, signIn, signUp } from './sign-in';

declare module 'fastify' {
  interface FastifyRequest {
    /** The person who is signed in at the partner console. */
    consolePerson: Person | null;
  }
}

/** The person is known but does not have the required role. */
class NotAllowed extends Error {}

/** Requests and changes of one person per minute. */
const perPerson = { GET: { max: 600, window: 60_000 }, POST: { max: 120, window: 60_000 } };

const rank: Record<PartnerRole, number> = { read: 0, developer: 1, owner: 2 };

const code = v.pipe(v.string(), v.regex(/^\d{3}\s?\d{3}$/));
const token = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const password = v.pipe(v.string(), v.minLength(12), v.maxLength(128));
const purpose = v.picklist(['sign-up', 'reset']);
const rules = {
  send: v.object({ email, purpose }),
  show: v.object({ email, purpose, code: v.pipe(v.string(), v.regex(/^\d{6}$/)) }),
  invitation: v.object({ token }),
  signUp: v.object({ email, ticket: token, password, code, company: v.optional(line(60)) }),
  signIn: v.object({ email, password: v.pipe(v.string(), v.maxLength(128)), code }),
  reset: v.object({ email, ticket: token, password, code }),
};

/** Over https the `__Host-` prefix binds the cookie to this host, so a page on a neighbouring host cannot set it. */
const cookieName = ({ publicUrl }: Settings) =>
  publicUrl.startsWith('https:') ? '__Host-cloudphone_partner' : 'cloudphone_partner';

function setCookie(reply: FastifyReply, settings: Settings, value: string): void {
  const secure = settings.publicUrl.startsWith('https:') ? '; Secure' : '';
  const age = value ? '' : '; Max-Age=0';
  reply.header(
    'set-cookie',
    `${cookieName(settings)}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}${age}`,
  );
}

const cookieOf = ({ headers }: FastifyRequest, settings: Settings) =>
  new RegExp(`(?:^|;\\s*)${cookieName(settings)}=([0-9a-f]{64})`).exec(headers.cookie ?? '')?.[1];

const digest = (text: string) => createHash('sha256').update(text).digest();
/** A CSRF token that the console's page sends with the cookie. It is derived from the session token, so no other page can produce it. */
const csrfOf = (session: string) =>
  createHash('sha256').update(`console csrf ${session}`).digest('base64url');

/** `/partners/`: the partner console, and `/partners/api/…`, its API. JSON; 409 with `message` for a refusal. */
export async function serveConsole(
  app: FastifyInstance,
  gateway: Gateway,
  files: { page: string; docs: string },
): Promise<void> {
  app.decorateRequest('consolePerson', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store').removeHeader('access-control-allow-origin');
    assertOwnPage(request, gateway.settings);
  });
  sayRefusals(app);
  serveConsolePage(app, gateway, files.page);
  serveDocs(app, files.docs);
  await app.register(async (scope) => serveConsoleApi(scope, gateway), { prefix: '/api' });
  await app.register(async (inside) => serveInside(inside, gateway), { prefix: '/api' });
}

/** Rejects changes sent by another site's page, even without a session: the browser states the origin of a request. */
function assertOwnPage({ method, headers }: FastifyRequest, { publicUrl, production }: Settings): void {
  if (method === 'GET' || method === 'HEAD') return;
  const { origin, 'sec-fetch-site': from } = headers;
  if (from !== undefined && from !== 'same-origin') throw new RequestRejected('origin');
  if (origin !== undefined && production && origin !== new URL(publicUrl).origin)
    throw new RequestRejected('origin');
}

function sayRefusals(app: FastifyInstance): void {
  const above = app.errorHandler;
  app.setErrorHandler((error: FastifyError, request, reply: FastifyReply) => {
    if (error instanceof NotAllowed) return reply.code(403).send({ message: error.message });
    if (error instanceof Unusable) return reply.code(400).send({ message: error.message });
    const locale = localeOf(request.headers['accept-language']);
    if (!(error instanceof DomainError)) return above.call(app, error, request, reply);
    return reply.code(409).send({ message: translate(locale, error.key, error.values), error: error.key });
  });
}

const from = (request: FastifyRequest, reply: FastifyReply) => ({
  ip: request.ip,
  locale: localeOf(request.headers['accept-language']),
  aborted: abortedOf(reply),
});

/** Routes that need no session: signing up and in. */
async function serveConsoleApi(scope: FastifyInstance, gateway: Gateway): Promise<void> {
  const enter = async (reply: FastifyReply, opened: Promise<{ token: string }>) => {
    setCookie(reply, gateway.settings, (await opened).token);
    return { entered: true };
  };
  scope.post('/code', async (request, reply) =>
    sendCode(gateway, body(rules.send, request), from(request, reply)),
  );
  scope.post('/code/show', async (request) => showCode(gateway, body(rules.show, request)));
  scope.post('/invitation', async (request, reply) =>
    showInvitation(gateway, body(rules.invitation, request).token, from(request, reply)),
  );
  scope.post('/sign-up', async (request, reply) =>
    enter(reply, signUp(gateway, body(rules.signUp, request), from(request, reply))),
  );
  scope.post('/session', async (request, reply) =>
    enter(reply, signIn(gateway, body(rules.signIn, request), from(request, reply))),
  );
  scope.post('/reset', async (request, reply) =>
    enter(reply, resetPassword(gateway, body(rules.reset, request), from(request, reply))),
  );
}

/** Routes for people who are signed in. */
async function serveInside(inside: FastifyInstance, gateway: Gateway): Promise<void> {
  const { settings } = gateway;
  inside.addHook('onRequest', async (request) => {
    request.consolePerson = await personOf(request, gateway);
  });
  inside.get('/session', async (request) => {
    const { email, session, id } = signedIn(request);
    return { email, csrf: csrfOf(session), partners: await partnersOf(gateway, id) };
  });
  inside.post('/session/end', async (request, reply) => {
    await signOut(gateway, signedIn(request).session);
    setCookie(reply, settings, '');
    return { ended: true };
  });
  inside.post('/invitation/accept', async (request) =>
    acceptInvitation(gateway, signedIn(request), body(rules.invitation, request).token),
  );
  for (const one of consoleCalls) serveCall(inside, gateway, one);
}

const signedIn = ({ consolePerson }: FastifyRequest): Person => {
  if (!consolePerson) throw new RequestRejected('signature');
  return consolePerson;
};

async function personOf(request: FastifyRequest, gateway: Gateway): Promise<Person> {
  const cookie = cookieOf(request, gateway.settings);
  const person = cookie && (await findPerson(gateway, cookie));
  if (!person) {
    await gateway.requests.count(request.ip, 'anyone', gateway.now());
    throw new RequestRejected('signature');
  }
  const writes = request.method !== 'GET' && request.method !== 'HEAD';
  if (writes && !timingSafeEqual(digest(String(request.headers['x-csrf'])), digest(csrfOf(person.session))))
    throw new RequestRejected('signature');
  const limit = perPerson[writes ? 'POST' : 'GET'];
  const key = `console:${writes ? 'write' : 'read'}:${person.id}`;
  if (!(await attempt(gateway.db.run, key, limit, gateway.now())).allowed) throw new RequestRejected('rate');
  return person;
}

/** The partners to which a person belongs. */
async function partnersOf({ db }: Gateway, person: string) {
  const rows = await db.run
    .selectFrom('partner_role as r')
    .innerJoin('partner as p', 'p.id', 'r.partner')
    .select(['p.id', 'p.name', 'p.live', 'r.role'])
    .where('r.person', '=', person)
    .orderBy('r.at')
    .orderBy('p.id')
    .execute();
  return rows.map(({ name, ...row }) => ({ ...row, name: JSON.parse(name).en as string }));
}

/** A partner to which the person does not belong is reported like one that does not exist. */
async function assertRole(
  { db }: Gateway,
  person: Person,
  partner: string,
  needs: PartnerRole,
): Promise<void> {
  const found = await db.run
    .selectFrom('partner_role')
    .select('role')
    .where('partner', '=', partner)
    .where('person', '=', person.id)
    .executeTakeFirst();
  if (!found) throw new DomainError('partnerMissing');
  if (rank[found.role] < rank[needs]) throw new NotAllowed(`This needs the role ${needs}`);
}

function serveCall(
  inside: FastifyInstance,
  gateway: Gateway,
  { method, path, needs, ...one }: ConsoleCall,
): void {
  inside.route<{ Params: Record<string, string> }>({
    method,
    url: `/of/:partner${path && `/${path}`}`,
    bodyLimit: 1024 * 1024,
    async handler(request) {
      const person = signedIn(request);
      const { partner = '', ...params } = request.params;
      await assertRole(gateway, person, partner, needs);
      const input = method === 'GET' ? query(one.rules, request) : body(one.rules, request);
      const locale = localeOf(request.headers['accept-language']);
      const asking = { gateway, partner, email: person.email, locale, params };
      const { target = '', ...answer } = await one.answer(asking, input);
      const { what } = one;
      const change = what && { partner, who: person.email, what, target: target.slice(0, 300) };
      if (change) await gateway.db.tx((tx) => note(tx, change, gateway.now()));
      return answer;
    },
  });
}
