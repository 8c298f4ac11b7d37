import { is } from 'valibot';
import type * as calls from '../../contract/member/auth';
import type * as rules from '../../contract/member/auth.rules';
import { contact as contactRule } from '../../contract/rules/fields';
import { codes } from '../../contract/wire/codes';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import type { MessageName } from '../kernel/messages';
import { attempt, giveBack } from '../kernel/rate-limit';
import { issueCaptcha, spendCaptcha } from './captcha';
import { codeWait, countAtContact, makeCode, type Purpose } from './codes';
import { addressOf, type Contact, contactOf, unowned } from './contacts';
import { invalid } from './invalid';
import { byContact } from './members';
import { reserveFrom } from './password';
import { sendToContact } from './send-to-contact';
import { countText } from './text-budget';

const hour = 3_600_000;
const pictures = { max: 600, window: hour };
const codesFromAddress = { max: 100, window: hour };
/** Limits of codes to one contact for one purpose: from one address, so that a stranger uses up only their own quota, and in total. */
const codesToContact = { one: { max: 10, window: 24 * hour }, all: { max: 60, window: 24 * hour } };

/**
 * A phone number can only be replaced by a phone number, by a member who is signed in. Only the owner of the contact learns whether it
 * belongs to another member.
 */
function refuseChange(purpose: 'phone' | 'email', contact: Contact, { member }: RequestContext): void {
  if (!member) throw new DomainError('expired', {}, { code: codes.expired });
  if (contact.kind !== purpose) throw invalid('to', purpose);
}

/** Refused (5001) for a channel (mail or text message) that this deployment has switched off. */
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
 * The message for the contact. Only its owner learns whether it has an account: the caller always receives the same answer, and a code is
 * always made, though it is not sent if it would have no use.
 */
function words(purpose: Purpose, isRegistered: boolean): MessageName {
  if (purpose === 'reset' && !isRegistered) return 'noAccountNote';
  if (purpose === 'register' && isRegistered) return 'hasAccountNote';
  if ((purpose === 'phone' || purpose === 'email') && isRegistered) return 'contactInUseNote';
  return 'codeNote';
}

/** The key under which the last code to a contact is counted. */
const lastOf = (name: string) => `${name}:last`;

/**
 * Refused while the last code to a contact is recent, whichever device requested it, because pretending to be a new device costs nothing.
 */
async function waitSinceLast({ db, now }: RequestContext, name: string): Promise<void> {
  const { allowed, wait } = await attempt(db.run, lastOf(name), { max: 1, window: codeWait }, now);
  const seconds = Math.ceil(wait / 1000);
  if (!allowed) throw new DomainError('waitForCode', { seconds }, { body: { wait: seconds } });
}

/** Sends a code within the limits of its contact. A code that is refused because the last one is recent is not counted. */
async function countSent(
  ctx: RequestContext,
  purpose: Purpose,
  contact: Contact,
  send: () => Promise<void>,
): Promise<void> {
  const name = `code:${purpose}:${contact.key}`;
  const { isOwnDevice, names } = await countAtContact(ctx, name, contact, codesToContact);
  try {
    if (!isOwnDevice) {
      const text = await countText(ctx, contact);
      if (text) names.push(text);
      names.push(lastOf(name)); // given back if no code was sent, so that the next request need not wait
      await waitSinceLast(ctx, name);
    }
    await send();
  } catch (error) {
    for (const counted of names) await giveBack(ctx.db.run, counted);
    throw error;
  }
}

type Sending = Pick<Handlers<typeof calls, typeof rules>, 'randomCode' | 'sendCode'>;

export const sendCodeHandlers: Sending = {
  async randomCode(_, ctx) {
    await reserveFrom(ctx, 'captcha:ip', pictures);
    ctx.device.give(); // the code requested here will be valid on this device
    return issueCaptcha(ctx);
  },

  async sendCode({ purpose, to, randomCodeId, randomCode }, ctx) {
    const { db } = ctx;
    assertDelivered(contactOf(to), ctx);
    await spendCaptcha(ctx, randomCodeId, randomCode);
    const contact = contactOf(to);
    await reserveFrom(ctx, 'code:ip', codesFromAddress);
    if (purpose === 'phone' || purpose === 'email') refuseChange(purpose, contact, ctx);
    if (purpose !== 'reset' && !is(contactRule, to)) throw invalid('to', 'contact');
    await countSent(ctx, purpose, contact, () =>
      db.tx(async (tx) => {
        const code = await makeCode(tx, purpose, contact, ctx);
        const owner = await byContact(tx, contact);
        const recipient = (owner && addressOf(owner, contact.kind)) ?? unowned(contact);
        if (owner || is(contactRule, to))
          await sendToContact(tx, ctx, recipient, words(purpose, !!owner), { code });
      }),
    );
    return { wait: codeWait / 1000 };
  },
};
