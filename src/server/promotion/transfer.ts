import { randomUUID } from 'node:crypto';
import * as calls from '../../contract/money/promotion';
import type * as rules from '../../contract/money/promotion.rules';
import { me } from '../auth/members';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { memberAccount } from '../ledger/accounts';
import { balances } from '../ledger/balances';
import { type Movement, postMovement } from '../ledger/post';
import { assertMoneyRested } from '../pay-password/money-rest';
import { assertPayProof } from '../pay-password/proof';
import { recipientOrThrow } from './find-recipient';

/** The kind of ledger movements from one member to another. */
export const transferKind = 'promotion';

/** A transfer from one member to another, with its text. */
export const gift = (from: string, to: string, amount: number, remark: string, ref: string): Movement => ({
  kind: transferKind,
  asset: 'promotion',
  entries: [
    [memberAccount(from, 'promotion'), -amount],
    [memberAccount(to, 'promotion'), amount],
  ],
  memo: remark,
  ref,
});

export const transferHandlers: Pick<Handlers<typeof calls, typeof rules>, 'transferUserScore'> = {
  transferUserScore: (input, ctx) => {
    const { db, member, now } = ctx;
    // The path contains "admin" (spec §6), but there are no admins here: everybody transfers their own value.
    if (input.from !== undefined && input.from !== member) throw new DomainError('transferNotYours');
    return db.tx((tx) =>
      idempotent(tx, ctx, calls.transferUserScore, input, async () => {
        const other = await tx.selectFrom('member').selectAll().where('id', '=', input.to).executeTakeFirst();
        const to = recipientOrThrow(await me(tx, ctx), other);
        await assertPayProof(tx, ctx, input.proof);
        await assertMoneyRested(tx, ctx);
        const id = await postMovement(
          tx,
          gift(member, to.id, input.amount, input.remark ?? '', randomUUID()),
          now,
        );
        return { id, balance: (await balances(tx, member)).promotion };
      }),
    );
  },
};
