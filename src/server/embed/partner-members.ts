import { randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { contact as contactRule, password } from '../../contract/rules/fields';
import { textIn } from '../../contract/wire/locale';
import { addressOf, contactOf, countryOf } from '../auth/contacts';
import { byContact } from '../auth/members';
import { addMember } from '../auth/register';
import { sendToContact } from '../auth/send-to-contact';
import { recharge } from '../checkout/recharge';
import type { Gateway } from '../kernel/gateway';
import { localeNames } from '../kernel/messages';
import { attempt } from '../kernel/rate-limit';
import { hasTestMode } from '../partners/records';
import { isListed } from '../settings/partner-origins';
import type { Partner } from '../settings/partners';
import { redeemCode } from './connection-codes';
import { connectUrlOf } from './connections';
import { addLink, endLink } from './links';
import {
  connectUrl,
  endpoint,
  operation,
  origin,
  pageSize,
  reference,
  requestId,
  returnTo,
} from './partner-api';
import { PartnerRefused } from './refusals';
import { assertEnabled } from './signed-request';

const linked = v.pipe(v.boolean(), v.description('Whether the customer is linked to an account'));

const linking = operation({
  id: 'linkMember',
  summary: 'Whether a customer is linked; if not, `connectUrl` for a link or an email of yours',
  input: v.strictObject({
    act: v.literal('link'),
    member: reference,
    origin,
    returnTo: v.optional(returnTo),
  }),
  answer: v.strictObject({ member: reference, linked, connectUrl: v.optional(connectUrl), requestId }),
  refusals: ['partner_disabled', 'origin_not_allowed'],
});
const connecting = operation({
  id: 'connectMember',
  summary: 'Links a customer with the code that their browser brought back from our page',
  input: v.strictObject({
    act: v.literal('connect'),
    member: v.pipe(
      reference,
      v.description('Your id for the customer whose session the browser has; never from the URL'),
    ),
    code: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(200),
      v.description('The parameter cloudphone_code of your return address'),
    ),
  }),
  answer: v.strictObject({ member: reference, linked, requestId }),
  refusals: ['partner_disabled', 'code_refused', 'reference_taken'],
  once: true,
});

/** The initial state of a member in test mode. */
export const testMember = v.strictObject({
  password: v.pipe(password, v.description('To sign in as this member and to confirm withdrawals')),
  balance: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(1_000_000_00),
      v.description('The balance in fen'),
    ),
    0,
  ),
});
const creating = operation({
  id: 'createMember',
  summary: 'Creates an account for a customer who has none, and links it',
  input: v.strictObject({
    act: v.literal('create'),
    member: reference,
    contact: v.pipe(
      v.string(),
      v.trim(),
      v.check((text) => v.is(contactRule, text), 'must be a phone number (+44…) or an e-mail address'),
      v.description('The email address or phone number (+44…) of the customer. We write to it'),
    ),
    locale: v.optional(
      v.pipe(v.picklist(localeNames), v.description('The language of our message to the contact')),
      'en',
    ),
    test: v.optional(testMember),
    origin,
    returnTo: v.optional(returnTo),
  }),
  answer: v.strictObject({
    member: reference,
    linked,
    created: v.pipe(v.boolean(), v.description('Whether this request created the account')),
    account: v.optional(v.pipe(v.string(), v.description('The user name of a member made with `test`'))),
    requestId,
  }),
  refusals: ['partner_disabled', 'origin_not_allowed', 'member_exists', 'reference_taken'],
  once: true,
});
const unlinking = operation({
  id: 'unlinkMember',
  summary: 'Ends the link to a customer and revokes their tokens',
  input: v.strictObject({ act: v.literal('unlink'), member: reference }),
  answer: v.strictObject({ member: reference, linked, requestId }),
  refusals: ['partner_disabled'],
  once: true,
});

export const linkedMember = v.strictObject({
  member: reference,
  since: v.pipe(v.string(), v.description('ISO 8601')),
});
const listing = operation({
  id: 'listMembers',
  summary: 'Your links, in the order of your ids. Pass `next` as `from` to get the next page',
  input: v.strictObject({ act: v.literal('list'), from: v.optional(reference), pageSize }),
  answer: v.strictObject({ items: v.array(linkedMember), next: v.optional(reference), requestId }),
  refusals: ['partner_disabled'],
});

const rules = v.variant('act', [
  linking.input,
  connecting.input,
  creating.input,
  unlinking.input,
  listing.input,
]);
type Input = v.InferOutput<typeof rules>;

const perPartner = { max: 600, window: 60_000 };
const createdPerPartner = { max: 1000, window: 86_400_000 };

/**
 * Links a partner's customers to members. Each action can be repeated without a second effect, except `connect`, whose code works once.
 * An account is linked only if its owner has agreed to connect it.
 */
async function answerMembers(partner: Partner, input: Input, gateway: Gateway): Promise<object> {
  if (!(await attempt(gateway.db.run, `members:${partner.id}`, perPartner, gateway.now())).allowed)
    throw new PartnerRefused('rate_limited', 'Too many calls, please wait a minute');
  await assertEnabled(gateway, partner);
  if ('origin' in input && !isListed(partner.origins, input.origin))
    throw new PartnerRefused('origin_not_allowed', `${input.origin} is not one of the partner’s origins`);
  if (input.act === 'link') return link(partner, input, gateway);
  if (input.act === 'connect') {
    await redeemCode(partner, input, gateway);
    return { member: input.member, linked: true };
  }
  if (input.act === 'create') return create(partner, input, gateway);
  if (input.act === 'list') return list(partner, input, gateway);
  const { member: reference } = input;
  await gateway.db.tx((tx) => endLink(tx, { partner: partner.id, reference }, gateway.now()));
  return { member: reference, linked: false };
}

const linkOf = ({ db }: Gateway, partner: Partner, reference: string) =>
  db.run
    .selectFrom('partner_member')
    .select(['reference', 'at'])
    .where('partner', '=', partner.id)
    .where('reference', '=', reference)
    .executeTakeFirst();

type Of<A> = Extract<Input, { act: A }>;

/** Returns the existing link, or our page on which the customer creates it. */
async function link(partner: Partner, input: Of<'link'>, gateway: Gateway) {
  const { member } = input;
  if (await linkOf(gateway, partner, member)) return { member, linked: true };
  const connectUrl = connectUrlOf(gateway, partner, input);
  return { member, linked: false, connectUrl };
}

/**
 * Creates an account for a customer who has none, and links it at once. It has no password until its owner sets one with a code
 * that we send to the contact; that message informs the owner. If the contact has an account already, we ask its owner for
 * consent. `test`, in test mode only: the password with which the partner's developers sign in and confirm, and the content of
 * the wallet in fen.
 */
async function create(partner: Partner, input: Of<'create'>, gateway: Gateway) {
  const { db, settings, passwords } = gateway;
  const { member: reference, locale, test } = input;
  if (test && !hasTestMode(settings))
    throw new PartnerRefused('request_invalid', 'test: only a gateway in test mode makes such a member');
  const now = gateway.now();
  if (await linkOf(gateway, partner, reference)) return { member: reference, linked: true, created: false };
  if (!(await attempt(db.run, `members:${partner.id}:created`, createdPerPartner, now)).allowed)
    throw new PartnerRefused('rate_limited', 'Too many accounts in a day');
  const contact = contactOf(input.contact);
  const connectUrl = connectUrlOf(gateway, partner, input);
  const exists = () =>
    new PartnerRefused('member_exists', 'The contact has an account: lead your customer to connectUrl', {
      connectUrl,
    });
  if (await byContact(db.run, contact)) throw exists();
  const hash = await passwords.hash(test?.password ?? randomBytes(24).toString('base64'), {
    trust: 'proven',
    turn: `partner:${partner.id}`,
  });
  return db.tx(async (tx) => {
    const made = await addMember(
      tx,
      {
        username: `u${randomUUID().replace(/-/g, '').slice(0, 12)}`,
        contact,
        password: hash,
        inviter: null,
        country: settings.country === 'any' ? countryOf(contact) : settings.country,
      },
      now,
    ).catch(() => {
      throw exists();
    });
    await gateway.welcome(tx, made.id, now);
    if ((await addLink(tx, { partner: partner.id, reference, member: made.id }, now)) !== 'linked')
      throw new PartnerRefused('reference_taken', `${reference} is linked to another member`);
    if (test?.balance)
      await recharge(tx, { id: `test-${made.id}`, member: made.id, amount: test.balance }, now);
    const to = addressOf(made, contact.kind);
    const url = `${settings.publicUrl}/#/pages/login/resetPassword`;
    if (to)
      await sendToContact(tx, { locale, now }, to, 'partnerMadeAccount', {
        name: textIn(partner.name, locale),
        url,
      });
    return { member: reference, linked: true, created: true, ...(test && { account: made.username }) };
  });
}

async function list(partner: Partner, { from, pageSize }: Of<'list'>, { db }: Gateway) {
  let rows = db.run
    .selectFrom('partner_member')
    .select(['reference', 'at'])
    .where('partner', '=', partner.id)
    .orderBy('reference')
    .limit(pageSize + 1);
  if (from !== undefined) rows = rows.where('reference', '>', from);
  const found = await rows.execute();
  const items = found
    .slice(0, pageSize)
    .map(({ reference, at }) => ({ member: reference, since: at.toISOString() }));
  return { items, ...(found.length > pageSize && { next: items.at(-1)?.member }) };
}

export const members = endpoint({
  path: 'members',
  rules,
  operations: [linking, connecting, creating, unlinking, listing],
  handle: answerMembers,
});
