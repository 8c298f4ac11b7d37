import * as calls from '../../contract/buying/orders';
import type * as rules from '../../contract/buying/orders.rules';
import type { Tx } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { markUsed } from '../pictures/own-pictures';
import { contractText } from './contract';
import { lockOwn } from './own';

interface Identity {
  idType: 'residentId' | 'passport';
  idNumber: string;
  name: string;
}

const failed = () => new DomainError('signingFailed');

/** The first contract establishes the member's identity; every later one must match it. */
async function prove(tx: Tx, member: string, identity: Identity): Promise<void> {
  const values = { id_type: identity.idType, id_number: identity.idNumber, name: identity.name };
  await tx
    .insertInto('identity')
    .values({ member, ...values })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await tx
    .selectFrom('identity')
    .select(['id_type', 'id_number', 'name'])
    .where('member', '=', member)
    .executeTakeFirstOrThrow();
  const same =
    stored.id_type === values.id_type && stored.id_number === values.id_number && stored.name === values.name;
  if (!same) throw failed();
}

export const signContractHandlers: Pick<Handlers<typeof calls, typeof rules>, 'signContract'> = {
  signContract: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.signContract, input, async () => {
        const { member, now, locale } = ctx;
        const order = await lockOwn(tx, ctx, input.orderNo);
        const { title, text, hash } = await contractText(tx, order, locale);
        const before = await tx
          .selectFrom('signature')
          .select('signed_at')
          .where('member', '=', member)
          .where('order_no', '=', order.order_no)
          .executeTakeFirst();
        if (before) throw new DomainError('signedAlready');
        const picture = await tx
          .selectFrom('picture')
          .select('id')
          .where('id', '=', input.signature.toLowerCase())
          .where('owner', '=', member)
          .executeTakeFirst();
        if (!picture)
          throw new DomainError('invalid', {}, { problems: { signature: { rule: 'attachment' } } });
        // a rehearsal knows no number yet: the member types it with the confirmation
        if (!ctx.rehearsal) await prove(tx, member, input);
        await markUsed(tx, [picture.id]);
        await tx
          .insertInto('signature')
          .values({
            order_no: order.order_no,
            member,
            name: input.name,
            id_type: input.idType,
            id_number: input.idNumber,
            picture: picture.id,
            title,
            text: JSON.stringify(text),
            hash,
            signed_at: new Date(now),
          })
          .execute();
        return { signedAt: new Date(now).toISOString() };
      }),
    ),
};
