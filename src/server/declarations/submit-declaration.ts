import { randomUUID } from 'node:crypto';
import type { InferOutput } from 'valibot';
import * as calls from '../../contract/member/declarations';
import { DeclarationStatus } from '../../contract/member/declarations';
import type * as rules from '../../contract/member/declarations.rules';
import { assertPhone } from '../auth/assert-phone';
import { invalid } from '../auth/invalid';
import { me } from '../auth/members';
import type { Tx } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { markUsed } from '../pictures/own-pictures';
import { customerOf } from './customers';
import { addEvent, lockDeclaration } from './events';

/** Milliseconds by which a phone's clock may be ahead of ours. */
const clockSlack = 300_000;

type Who = Pick<RequestContext, 'member' | 'now'>;

/**
 * The columns of a declaration, after checking its input: the account exists, the time is in the past, the pictures are the member's own.
 */
async function written(tx: Tx, ctx: Who, input: InferOutput<typeof rules.addDeclaration>) {
  assertPhone((await me(tx, ctx)).country, input.customerPhone, 'customerPhone');
  const customer = await customerOf(tx, ctx, input.customerName);
  if (!customer) throw invalid('customerName', 'wrong');
  const paidAt = new Date(input.payTime);
  if (paidAt.getTime() > ctx.now + clockSlack) throw invalid('payTime', 'wrong');
  const attachment = [...new Set(input.attachment.map((id) => id.toLowerCase()))];
  const own = await tx
    .selectFrom('picture')
    .select('id')
    .where('owner', '=', ctx.member)
    .where('id', 'in', attachment)
    .execute();
  if (own.length !== attachment.length) throw invalid('attachment', 'attachment');
  await markUsed(tx, attachment);
  return {
    customer: customer.id,
    customer_name: customer.username,
    customer_phone: input.customerPhone,
    quantity: input.quantity,
    order_amount: input.orderAmount,
    paid_at: paidAt,
    remark: input.remark ?? '',
    attachment: JSON.stringify(attachment),
    status: DeclarationStatus.submitted,
    audit_result: null,
    submitted_at: new Date(ctx.now),
    decided_at: null,
  };
}

/** Submits a declaration, in the caller's transaction. */
export async function submitDeclaration(
  tx: Tx,
  ctx: Who,
  input: InferOutput<typeof rules.addDeclaration>,
): Promise<{ id: string; status: DeclarationStatus }> {
  const id = randomUUID();
  const values = await written(tx, ctx, input);
  await tx
    .insertInto('declaration')
    .values({ id, member: ctx.member, created_at: new Date(ctx.now), ...values })
    .execute();
  await addEvent(
    tx,
    { id, member: ctx.member },
    { status: DeclarationStatus.submitted, text: null },
    ctx.now,
  );
  return { id, status: DeclarationStatus.submitted };
}

export const submitting: Pick<Handlers<typeof calls, typeof rules>, 'addDeclaration' | 'editDeclaration'> = {
  addDeclaration: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.addDeclaration, input, () => submitDeclaration(tx, ctx, input)),
    ),

  editDeclaration: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.editDeclaration, input, async () => {
        const before = await lockDeclaration(tx, { id: input.id, member: ctx.member });
        if (!before) throw new DomainError('declarationMissing');
        if (before.status !== DeclarationStatus.rejected) throw new DomainError('declarationDecided');
        const values = await written(tx, ctx, input);
        await tx
          .updateTable('declaration')
          .set(values)
          .where('member', '=', ctx.member)
          .where('id', '=', before.id)
          .execute();
        await addEvent(tx, before, { status: DeclarationStatus.submitted, text: null }, ctx.now);
        return { id: before.id, status: DeclarationStatus.submitted };
      }),
    ),
};
