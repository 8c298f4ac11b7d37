import type { Tx } from '../db/database';
import { memberAccount, systemAccount } from '../ledger/accounts';
import { postMovement } from '../ledger/post';
import { notifyMember } from '../notices/notify-member';

/** Credits money that arrived by remittance to a member's balance, in fen, and notifies them. `id`: of the remittance, credited once. */
export async function recharge(tx: Tx, of: { id: string; member: string; amount: number }, now: number) {
  const receipt = { way: 'remittance', amount: of.amount, used_for: 'balance' } as const;
  await tx
    .insertInto('receipt')
    .values({ ...receipt, member: of.member, id: `remittance:${of.id}`, order_no: null, at: new Date(now) })
    .execute();
  await postMovement(
    tx,
    {
      kind: 'recharge',
      asset: 'CNY',
      entries: [
        [systemAccount('remittance', 'CNY'), -of.amount],
        [memberAccount(of.member, 'balance'), of.amount],
      ],
      memo: '',
      ref: of.id,
    },
    now,
  );
  const link = 'pages/mine/balance';
  await notifyMember(tx, of.member, { kind: 'rechargeCredited', values: { amount: of.amount }, link }, now);
}
