import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { textIn } from '../../contract/wire/locale';
import { addressesOf, masked } from '../auth/contacts';
import { me } from '../auth/members';
import { abortedOf, createContext, type Endpoint } from '../http/endpoint';
import type { RequestContext } from '../kernel/context';
import { DomainError, refusalOf } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { type Locale, localeOf, translate } from '../kernel/messages';
import { asksPayPassword } from '../pay-password/proof';
import { paidPage } from '../payments/providers';
import { originOf } from '../settings/partner-origins';
import { type ChallengeRow, findChallenge, isOpen } from './challenges';
import { cancel, confirm, confirmation, sendCode } from './confirm';
import { type ChallengeDescription, describeChallenge } from './describe-challenge';
import { ancestorsOf, hashOf, sendDocument } from './documents';
import { lookOf } from './look';
import { assertOwnDocument, posted, readFiles, takeText } from './own-document';
import { hostOf } from './own-site';
import { type SecureConfig, securePage, sheetOf, wordsOf } from './secure-page';

type Request = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

const act = v.union([
  v.strictObject({ act: v.literal('cancel') }),
  v.strictObject({ act: v.literal('send') }),
  v.strictObject({ act: v.literal('confirm'), ...confirmation.entries }),
]);

/** The response to the script: the new state, or a message for the member. `problem`: the field of the message. */
interface SecureAnswer {
  state: 'done' | 'cancelled' | 'sent' | 'refused' | 'ended';
  message?: string;
  problem?: string;
}

/**
 * `/secure/<challenge>`: the document in which a member confirms, on our own origin, a call that a partner's page prepared.
 * `root` contains the built script and style sheet.
 */
export async function serveSecure(
  app: FastifyInstance,
  root: string,
  endpoints: readonly Endpoint[],
  gateway: Gateway,
): Promise<void> {
  const { db, settings, now } = gateway;
  const files = readFiles(root, 'secure');
  const endpointOf = ({ call }: ChallengeRow): Endpoint => {
    const found = endpoints.find((one) => one.call.path === call);
    // during an update, a gateway of the other version may have prepared it
    if (!found) throw new DomainError('challengeEnded');
    return found;
  };
  const describe = async (row: ChallengeRow, ctx: RequestContext) =>
    describeChallenge(endpointOf(row), row, ctx);

  takeText(app);

  /** The challenge of a request, and the context of a call by its member. */
  async function challengeOf(request: Request, reply: FastifyReply, locale: Locale) {
    await gateway.requests.count(request.ip, 'member', now());
    const row = await findChallenge(db.run, request.params.id);
    if (!row) return;
    const who = { member: row.member, session: undefined, appid: row.partner };
    const ctx: RequestContext = { ...createContext(who, request, gateway, abortedOf(reply)), locale };
    return { row, ctx };
  }

  app.get('/secure/:id', async (request: Request, reply) => {
    const look = lookOf(request.query, localeOf(request.headers['accept-language']));
    const { locale } = look;
    const found = await challengeOf(request, reply, locale);
    const partner = found && hostOf(settings, found.row.partner);
    const policy = {
      scripts: [hashOf(files.script)],
      styles: [hashOf(sheetOf(files.sheet, look))],
      ancestors: partner ? ["'self'", ...ancestorsOf(partner.origins)] : [],
    };
    if (!found || !partner)
      return sendDocument(
        reply.code(404),
        policy,
        securePage(files, { look, note: translate(locale, 'challengeEnded') }),
      );
    const { row, ctx } = found;
    const open = isOpen(row, now());
    const config: SecureConfig = {
      id: request.params.id,
      opener: row.opener,
      ...(row.answer !== null && { done: true }),
      expiresIn: open ? row.expires_at.getTime() - now() : 0,
      ...backTo(request.query.return, row),
      words: wordsOf(locale),
    };
    const site = open && { name: textIn(partner.name, locale), origin: row.site };
    const prepared = open
      ? await orReason(describe(row, ctx), locale)
      : { note: translate(locale, 'challengeEnded') };
    const contact = addressesOf(await me(db.run, ctx))[0]?.address;
    const asksPay = await asksPayPassword(ctx);
    const parts = {
      look,
      config,
      asksPay,
      ...(site && { site }),
      contact: contact && masked(contact),
      ...prepared,
    };
    // the page that opened it in a window can only see that the window was closed
    if (config.back === paidPage) reply.header('cross-origin-opener-policy', 'unsafe-none');
    return sendDocument(reply, policy, securePage(files, parts));
  });

  app.post('/secure/:id', async (request: Request, reply): Promise<SecureAnswer> => {
    reply.header('cache-control', 'no-store').removeHeader('access-control-allow-origin');
    assertOwnDocument(request, gateway);
    const locale = localeOf(request.headers['accept-language']);
    const found = await challengeOf(request, reply, locale);
    if (!found) return { state: 'ended', message: translate(locale, 'challengeEnded') };
    const { row, ctx } = found;
    try {
      const input = posted(act, request.body);
      if (input.act === 'cancel') return { state: await cancel(row, ctx) };
      if (input.act === 'send') {
        const to = await sendCode(row, await describe(row, ctx), ctx);
        return { state: 'sent', message: translate(locale, 'secureSent', { to }) };
      }
      await confirm(endpointOf(row), row, input, ctx);
      return { state: 'done' };
    } catch (error) {
      return refusedTo(locale, refusalOf(error));
    }
  });
}

/** The description of the prepared call, or the reason why it cannot be done any more. */
const orReason = (
  described: Promise<ChallengeDescription>,
  locale: Locale,
): Promise<{ description: ChallengeDescription } | { note: string }> =>
  described.then(
    (description) => ({ description }),
    (error) => {
      const { key, values } = refusalOf(error);
      return { note: translate(locale, key, values) };
    },
  );

/**
 * Returns to the page that opened it, for browsers in which frames fail: only to an address of that page's origin. `close`: the
 * document's own window closes.
 */
function backTo(address: unknown, { site }: ChallengeRow): { back?: string } {
  if (address === 'close') return { back: paidPage };
  const back = String(address ?? '');
  return URL.canParse(back) && originOf(back) === site ? { back } : {};
}

/** The refusal in words that fit a document with a single action. */
function refusedTo(locale: Locale, { key, values, more }: DomainError): SecureAnswer {
  const [problem] = Object.keys(more.problems ?? {});
  const over = key === 'challengeEnded' || key === 'challengeGuessed';
  const name = key === 'wrongPassword' ? 'securePasswordWrong' : problem === 'code' ? 'secureCodeWrong' : key;
  return {
    state: over ? 'ended' : 'refused',
    message: translate(locale, name, values),
    ...(problem && { problem }),
  };
}
