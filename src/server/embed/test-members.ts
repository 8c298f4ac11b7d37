import { randomUUID } from 'node:crypto';
import { contactOf } from '../auth/contacts';
import { addMember } from '../auth/register';
import { recharge } from '../checkout/recharge';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { addLink } from './links';

interface TestMember {
  partner: string;
  /** The partner's id for them. */
  reference: string;
  password: string;
  /** Fen in the wallet. */
  balance: number;
}

/** Makes a member of test mode who is a partner's customer, for people at the console. Nothing is sent to anybody. Gives the user name. */
export async function addTestMember(
  { db, settings, passwords, welcome, now }: Gateway,
  { partner, reference, password, balance }: TestMember,
): Promise<{ account: string }> {
  const at = now();
  const hash = await passwords.hash(password, { turn: `partner:${partner}` });
  return db.tx(async (tx) => {
    const made = await addMember(
      tx,
      {
        username: `u${randomUUID().replace(/-/g, '').slice(0, 12)}`,
        contact: contactOf(`${randomUUID()}@test.invalid`),
        password: hash,
        inviter: null,
        country: settings.country === 'any' ? 'intl' : settings.country,
      },
      at,
    );
    await welcome(tx, made.id, at);
    if ((await addLink(tx, { partner, reference, member: made.id }, at)) !== 'linked')
      throw new DomainError('partnerLinked');
    if (balance) await recharge(tx, { id: `test-${made.id}`, member: made.id, amount: balance }, at);
    return { account: made.username };
  });
}
