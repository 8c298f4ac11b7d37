import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { line } from '../../contract/desk/inputs';
import { abortedOf } from '../http/endpoint';
import type { Gateway } from '../kernel/gateway';
import { body, query } from './body';
import { cookieOf, cookiesOf, csrfOf } from './guard';
import { newToken } from './people';
import { areasOf } from './roles';
import { openProposal } from './second-person';
import { followInvitation, showInvitation, signIn, signOut } from './sign-in';
import { checkTrail } from './trail';

const code = v.pipe(v.string(), v.regex(/^\d{3}\s?\d{3}$/));
/** In hex, or in the format of the previous release, whose invitations are valid for another day. */
const invite = v.pipe(v.string(), v.trim(), v.regex(/^([0-9a-f]{64}|[\w-]{43})$/));
const rules = {
  signIn: v.object({
    name: line(40),
    password: v.pipe(v.string(), v.maxLength(128)),
    code,
    cookie: v.optional(v.boolean()),
  }),
  show: v.object({ invite }),
  check: v.object({ against: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))) }),
  follow: v.object({
    invite,
    code,
    cookie: v.optional(v.boolean()),
    password: v.pipe(v.string(), v.minLength(12), v.maxLength(128)),
  }),
};

type NewSession = { token: string; expiresAt: Date; name: string; role: string };

/** Seconds after which a browser is no longer known. */
const knownFor = 180 * 86_400;

/** A page receives the token in a cookie that no script can read; a program receives it in the response. */
function handOver(
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: Gateway,
  opened: NewSession,
  { cookie, browser }: { cookie?: boolean | undefined; browser: string | undefined },
) {
  const { token, ...session } = opened;
  if (!cookie || !browser) return opened;
  const names = cookiesOf(request, gateway);
  reply.header('set-cookie', [
    `${names.session}=${token}; ${names.attributes}`,
    `${names.browser}=${browser}; Max-Age=${knownFor}; ${names.attributes}`,
  ]);
  return { ...session, csrf: csrfOf(token) };
}

/** `/operator/session`: signing in. */
export function serveSignIn(scope: FastifyInstance, gateway: Gateway): void {
  /** Only a page keeps the cookie of a known browser. */
  const from = (request: FastifyRequest, reply: FastifyReply, cookie?: boolean) => ({
    ip: request.ip,
    aborted: abortedOf(reply),
    browser: cookieOf(request, cookiesOf(request, gateway).browser) ?? (cookie ? newToken() : undefined),
  });
  scope.post('/session', async (request, reply) => {
    const { cookie, ...given } = body(rules.signIn, request);
    const where = from(request, reply, cookie);
    return handOver(request, reply, gateway, await signIn(gateway, given, where), { cookie, ...where });
  });
  scope.post('/session/invitation', async (request, reply) =>
    showInvitation(gateway, body(rules.show, request).invite, from(request, reply)),
  );
  scope.post('/session/join', async (request, reply) => {
    const { cookie, ...given } = body(rules.follow, request);
    const where = from(request, reply, cookie);
    return handOver(request, reply, gateway, await followInvitation(gateway, given, where), {
      cookie,
      ...where,
    });
  });
}

type Numbered = { Params: { id: string } };

/** The session of the person, the check of the trail, and the decision on another person's proposal. */
export function servePeople(desk: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway;
  desk.get('/session', async (request) => {
    const { person } = request;
    const token = cookieOf(request, cookiesOf(request, gateway).session);
    const sees = person ? areasOf(person.role) : [];
    return {
      name: person?.name,
      role: person?.role,
      sees,
      ...(gateway.settings.quiet && { quiet: true }),
      ...(token && { csrf: csrfOf(token) }),
    };
  });
  desk.post('/session/end', async (request, reply) => {
    const { person } = request;
    const names = cookiesOf(request, gateway);
    if (person?.session) await signOut(gateway, person.session);
    reply.header('set-cookie', `${names.session}=; ${names.attributes}; Max-Age=0`);
    return { name: person?.name, signedOut: true };
  });

  desk.get('/trail/check', (request) => checkTrail(db.run, query(rules.check, request).against));
  // the same request again, from the second person: all checks of the action apply
  desk.post<Numbered>('/proposals/:id/grant', async (request, reply) => {
    if (!request.person) throw new Error('the desk has a guard');
    const { url, body: payload } = await openProposal(gateway, request.person, request.params.id);
    const { authorization, cookie, 'x-csrf': csrf, 'accept-language': language } = request.headers;
    const answer = await desk.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        ...(authorization && { authorization }),
        ...(language && { 'accept-language': language }),
        ...(cookie && { cookie, 'x-csrf': String(csrf) }),
      },
      payload,
      remoteAddress: request.ip,
    });
    return reply.code(answer.statusCode).send(answer.json());
  });
}
