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
import { reserve } from './password';
import { sendToContact } from './send-to-contact';
import { countText } from './text-budget';

const hour = 3_600_000;
const pictures = { max: 600, window: hour };
const codesFromAddress = { max: 100, window: hour };
/** Codes to one contact for one purpose: from one address, so that a stranger uses up their own share only, and from all. */
const codesToContact = { one: { max: 10, window: 24 * hour }, all: { max: 60, window: 24 * hour } };

/** A phone is changed to a phone, and by somebody who is signed in. Whether it is another member's only that one is told. */
function refuseChange(purpose: 'phone' | 'email', contact: Contact, { member }: RequestContext): void {
  if (!member) throw new DomainError('expired', {}, { code: codes.expired });
  if (contact.kind !== purpose) throw invalid('to', purpose);
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
function words(purpose: Purpose, isRegistered: boolean): MessageName {
  if (purpose === 'reset' && !isRegistered) return 'noAccountNote';
  if (purpose === 'register' && isRegistered) return 'hasAccountNote';
  if ((purpose === 'phone' || purpose === 'email') && isRegistered) return 'contactInUseNote';
  return 'codeNote';
}

/** What the last code to a contact is counted under. */
const lastOf = (name: string) => `${name}:last`;

/** Refused while the last code to a contact is young, whichever device asked for it: a new device is had for nothing. */
async function waitSinceLast({ db, now }: RequestContext, name: string): Promise<void> {
  const { allowed, wait } = await attempt(db.run, lastOf(name), { max: 1, window: codeWait }, now);
  // a request that began later may have been quicker: its minute ends after ours
  const seconds = Math.max(1, Math.ceil(Math.min(wait, codeWait) / 1000));
  if (!allowed) throw new DomainError('waitForCode', { seconds }, { body: { wait: seconds } });
}

/** Sends a code within the limits of its contact. One that is refused, since the last is too young, is not counted. */
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
      names.push(lastOf(name)); // given back where no code was sent: the next one need not wait
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
    await reserve(ctx, `captcha:ip:${ctx.network}`, pictures);
    ctx.device.give(); // the code that is asked for with it will be good on this device
    return issueCaptcha(ctx);
  },

  async sendCode({ purpose, to, randomCodeId, randomCode }, ctx) {
    const { db } = ctx;
    assertDelivered(contactOf(to), ctx);
    await spendCaptcha(ctx, randomCodeId, randomCode);
    const contact = contactOf(to);
    await reserve(ctx, `code:ip:${ctx.network}`, codesFromAddress);
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
