import type * as calls from '../../contract/auth';
import type * as rules from '../../contract/auth.rules';
import { codes } from '../../contract/wire/envelope';
import type { Tx } from '../db/database';
import { queueMessage } from '../delivery/outbox';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { type MessageName, translate } from '../kernel/messages';
import { giveBack } from '../kernel/rate-limit';
import { issueCaptcha, spendCaptcha } from './captcha';
import { codeWait, makeCode, type Purpose } from './codes';
import { type Contact, contactOf } from './contacts';
import { invalid } from './invalid';
import { byContact } from './members';
import { reserve } from './password';

const hour = 3_600_000;
const pictures = { max: 600, window: hour };
const codesFromAddress = { max: 100, window: hour };
/** Codes to one contact for one purpose: from one address, so that a stranger uses up their own share only, and from all. */
const codesToContact = { max: 10, window: 24 * hour };
const codesFromEverywhere = { max: 60, window: 24 * hour };

/** Writes to a contact in the request's language, in the transaction that gives the reason. */
export const sendToContact = (
  tx: Tx,
  { locale, now }: RequestContext,
  { kind, address }: Pick<Contact, 'kind' | 'address'>,
  text: MessageName,
  values: Record<string, string | number> = {},
) =>
  queueMessage(
    tx,
    {
      channel: kind === 'email' ? 'mail' : 'sms',
      address,
      subject: kind === 'email' ? translate(locale, 'mailSubject') : '',
      text: translate(locale, text, values),
    },
    now,
  );

/** A member changes to a phone or mailbox that is theirs and nobody else's. */
async function refuseChange(
  purpose: 'phone' | 'email',
  contact: Contact,
  { db, member }: RequestContext,
): Promise<void> {
  if (!member) throw new DomainError('expired', {}, { code: codes.expired });
  if (contact.kind !== purpose) throw invalid('to', purpose);
  if (await byContact(db.run, contact)) throw invalid('to', 'taken');
}

/** Refused (5001) for a way of writing to people that this deployment has switched off. */
function assertDelivered({ kind }: Contact, { settings: { mail, sms } }: RequestContext): void {
  const off = kind === 'email' ? mail === 'off' : sms === 'off';
  if (off)
    throw new DomainError(
      kind === 'email' ? 'mailOff' : 'smsOff',
      {},
      { problems: { to: { rule: 'wrong' } } },
    );
}

/**
 * What is written to the contact. Whether it has an account only its owner learns: the caller is answered alike, and a
 * code is made alike, though not sent where it would lead nowhere.
 */
function words(purpose: Purpose, known: boolean): MessageName {
  if (purpose === 'reset' && !known) return 'noAccountNote';
  if (purpose === 'register' && known) return 'hasAccountNote';
  return 'codeNote';
}

/** Sends a code within the limits of its contact. One that is refused, since the last is too young, is not counted. */
async function countSent(
  ctx: RequestContext,
  purpose: Purpose,
  { key }: Contact,
  send: () => Promise<void>,
): Promise<void> {
  const everywhere = `code:${purpose}:${key}`;
  const here = `${everywhere}:${ctx.ip}`;
  await reserve(ctx, here, codesToContact);
  await reserve(ctx, everywhere, codesFromEverywhere);
  try {
    await send();
  } catch (error) {
    await giveBack(ctx.db.run, here);
    await giveBack(ctx.db.run, everywhere);
    throw error;
  }
}

type Sending = Pick<Handlers<typeof calls, typeof rules>, 'randomCode' | 'sendCode'>;

export const sendCodeHandlers: Sending = {
  async randomCode(_, ctx) {
    await reserve(ctx, `captcha:ip:${ctx.ip}`, pictures);
    return issueCaptcha(ctx);
  },

  async sendCode({ purpose, to, randomCodeId, randomCode }, ctx) {
    const { db, now } = ctx;
    assertDelivered(contactOf(to), ctx);
    await spendCaptcha(db, randomCodeId, randomCode, now);
    const contact = contactOf(to);
    await reserve(ctx, `code:ip:${ctx.ip}`, codesFromAddress);
    if (purpose === 'phone' || purpose === 'email') await refuseChange(purpose, contact, ctx);
    await countSent(ctx, purpose, contact, () =>
      db.tx(async (tx) => {
        const code = await makeCode(tx, purpose, contact, now);
        const known = await byContact(tx, contact);
        await sendToContact(tx, ctx, contact, words(purpose, !!known), { code });
      }),
    );
    return { wait: codeWait / 1000 };
  },
};
