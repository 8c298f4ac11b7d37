import { sql } from 'kysely';
import { eraseAccounts } from '../accounts/leaving';
import { eraseAgreements } from '../agreements/list-agreements';
import { newInviteCode } from '../auth/register';
import type { Tx } from '../db/database';
import { eraseInvoices } from '../documents/invoices/leaving';
import { eraseShop } from '../goods/leaving';
import { memberAccount } from '../ledger/accounts';
import { forgetPayPassword } from '../pay-password/after-reset';
import { erasePhoneActions } from '../phone-actions/leaving';
import { transferKind } from '../promotion/transfer';
import { eraseWatches } from '../screen/watches/leaving';
import { type Eraser, type Leaving, leavingOf } from './leaving';

/**
 * Anonymizes an account. Records that the law requires are kept under the account's id: the ledger, orders, withdrawals with their payout
 * accounts, bank transfers with their proof, signed contracts, issued invoices. All other personal data is deleted, and the member's contacts can be used
 * again.
 */
export async function eraseMember(
  tx: Tx,
  member: string,
  erasers: readonly Eraser[],
  now: number,
): Promise<void> {
  const at = new Date(now);
  const leaving = await leavingOf(tx, member);
  for (const erase of erasers) await erase(tx, leaving, now);
  await endWaysIn(tx, leaving);
  await erasePictures(tx, member);
  await eraseWriting(tx, member, at);
  await eraseElsewhere(tx, leaving);
  await eraseDealings(tx, member, at);
  const name = leaving.erasedName;
  await tx
    .updateTable('member')
    .set({
      username: name,
      username_key: name,
      nickname: name,
      name: null,
      avatar: null,
      phone: null,
      email: null,
      email_key: null,
      password: '',
      team_leader: false,
      invite_code: newInviteCode(),
      time_zone: null,
      currency: null,
      leaving_at: null,
      erased_at: at,
      locked_at: at,
      lock_reason: 'The member deleted the account',
    })
    .where('id', '=', member)
    .execute();
}

/** Rows of one statement, whose values the database limits. */
const rowsAtOnce = 1000;

/** Nobody gets in any more, by any way, and no message goes out. */
async function endWaysIn(tx: Tx, { id: member, contacts }: Leaving): Promise<void> {
  if (contacts.length) {
    await tx.deleteFrom('verification').where('destination', 'in', contacts).execute();
    await tx.deleteFrom('message').where('address', 'in', contacts).execute();
  }
  const has = (column: string) =>
    sql<boolean>`(${sql.join(
      [member, ...contacts].map((one) => sql`strpos(${sql.ref(column)}, ${one}) > 0`),
      sql` or `,
    )})`;
  // those that wait, and those that failed for good
  await tx.deleteFrom('job').where(has('payload')).execute();
  await tx.deleteFrom('throttle').where(has('key')).execute();
  await tx.deleteFrom('push_subscription').where('member', '=', member).execute();
  await tx.deleteFrom('session').where('member', '=', member).execute();
  await tx.deleteFrom('known_device').where('member', '=', member).execute();
  await tx.deleteFrom('passkey').where('member', '=', member).execute();
  await tx.deleteFrom('authenticator').where('member', '=', member).execute();
  await tx.deleteFrom('wechat_identity').where('member', '=', member).execute();
  await tx.deleteFrom('wechat_ticket').where('member', '=', member).execute();
  await tx.deleteFrom('partner_member').where('member', '=', member).execute();
  await tx.deleteFrom('media_ticket').where('member', '=', member).execute();
  await tx.deleteFrom('answered').where('member', '=', member).execute();
  await tx.deleteFrom('notify_choice').where('member', '=', member).execute();
  await forgetPayPassword(tx, member);
  await tx.deleteFrom('money_rest').where('member', '=', member).execute();
}

/** Pictures are thrown away by the sweep of what is not used, but for those of contracts and of bank transfers. */
async function erasePictures(tx: Tx, member: string): Promise<void> {
  await tx
    .updateTable('picture')
    .set({ used: false, name: '', at: new Date(0) })
    .where('owner', '=', member)
    .where('id', 'not in', (is) => is.selectFrom('signature').select('picture').where('member', '=', member))
    .where('id', 'not in', (is) => is.selectFrom('remittance').select('voucher').where('member', '=', member))
    .execute();
}

/** Deletes the member's own texts, and messages to the member. */
async function eraseWriting(tx: Tx, member: string, at: Date): Promise<void> {
  await tx.deleteFrom('system_message').where('member', '=', member).execute();
  await tx.deleteFrom('notice_confirmed').where('member', '=', member).execute();
  const own = await tx.selectFrom('notice').select('id').where('addressee', '=', member).execute();
  for (const { id } of own) {
    await tx.deleteFrom('notice_text').where('notice', '=', id).execute();
    await tx.updateTable('notice').set({ withdrawn_at: at }).where('id', '=', id).execute();
  }
  await tx.deleteFrom('conversation_message').where('member', '=', member).execute();
  await tx.deleteFrom('conversation').where('member', '=', member).execute();
  await tx.deleteFrom('work_order_entry').where('member', '=', member).execute();
  await tx.deleteFrom('work_order').where('member', '=', member).execute();
  await tx.deleteFrom('ai_writing').where('member', '=', member).execute();
  await tx.deleteFrom('ai_turn').where('member', '=', member).execute();
  await tx
    .deleteFrom('circle_tag')
    .where('post', 'in', (is) => is.selectFrom('circle_post').select('id').where('author', '=', member))
    .execute();
  // rows stay, emptied: other people have answered them
  await tx
    .updateTable('circle_post')
    .set({
      text: '',
      pictures: '[]',
      video: null,
      poster: null,
      deleted_at: sql`coalesce(deleted_at, ${at})`,
    })
    .where('author', '=', member)
    .execute();
  await tx
    .updateTable('circle_comment')
    .set({ text: '', deleted_at: sql`coalesce(deleted_at, ${at})` })
    .where('author', '=', member)
    .execute();
  await tx.deleteFrom('circle_collect').where('member', '=', member).execute();
  await tx.deleteFrom('circle_like').where('member', '=', member).execute();
  await tx.deleteFrom('circle_report').where('member', '=', member).execute();
  await tx.deleteFrom('circle_comment_report').where('member', '=', member).execute();
  await tx.deleteFrom('circle_read').where('member', '=', member).execute();
  await tx
    .deleteFrom('circle_follow')
    .where((is) => is.or([is('member', '=', member), is('author', '=', member)]))
    .execute();
  await tx
    .deleteFrom('circle_mute')
    .where((is) => is.or([is('member', '=', member), is('author', '=', member)]))
    .execute();
}

/** Deletes what other members' screens say of the member, and the member's own words beside gifts. */
async function eraseElsewhere(tx: Tx, { id, names, username }: Leaving): Promise<void> {
  for (const one of [...names, username])
    for (const field of ['nickname', 'customer'])
      await tx
        .deleteFrom('system_message')
        .where('kind', 'in', ['followed', 'postCommented', 'declarationConfirmed', 'declarationRejected'])
        .where(sql<boolean>`strpos(told, ${`"${field}":${JSON.stringify(one)}`}) > 0`)
        .execute();
  await eraseGiftWords(tx, id);
}

/** The words beside gifts are in two transfers with the same `ref`, one of them in the home of the other member. */
async function eraseGiftWords(tx: Tx, id: string): Promise<void> {
  const given = await tx
    .selectFrom('posting as p')
    .innerJoin('transfer as t', (join) =>
      join.onRef('t.home', '=', 'p.home').onRef('t.id', '=', 'p.transfer'),
    )
    .select('t.ref')
    .where('p.home', '=', id)
    .where('p.account', '=', memberAccount(id, 'promotion').id)
    .where('p.amount', '<', 0)
    .execute();
  for (let from = 0; from < given.length; from += rowsAtOnce)
    await tx
      .updateTable('transfer')
      .set({ memo: '' })
      .where('kind', '=', transferKind)
      .where(
        'ref',
        'in',
        given.slice(from, from + rowsAtOnce).map(({ ref }) => ref),
      )
      .execute();
}

/** Addresses, accounts and papers that no book refers to; what books refer to loses what names a person. */
async function eraseDealings(tx: Tx, member: string, at: Date): Promise<void> {
  await tx.deleteFrom('address').where('member', '=', member).execute();
  await tx.deleteFrom('payout_account').where('member', '=', member).execute();
  await tx.deleteFrom('identity').where('member', '=', member).execute();
  await tx.deleteFrom('membership').where('member', '=', member).execute();
  await tx.deleteFrom('video_download').where('member', '=', member).execute();
  await eraseAccounts(tx, member);
  await eraseInvoices(tx, member);
  await eraseAgreements(tx, member);
  await erasePhoneActions(tx, member);
  await eraseWatches(tx, member);
  await tx.updateTable('machine').set({ name: sql`id` }).where('member', '=', member).execute();
  await tx.updateTable('purchase').set({ address: null, phone: null }).where('member', '=', member).execute();
  await tx
    .updateTable('refund_request')
    .set({ reason: '', answer: null })
    .where('member', '=', member)
    .execute();
  await tx.updateTable('remittance').set({ phone: '' }).where('member', '=', member).execute();
  await tx.updateTable('withdrawal').set({ remark: '' }).where('member', '=', member).execute();
  // as who declared it, and as the customer of somebody else
  await tx
    .updateTable('declaration')
    .set({ customer_name: '', customer_phone: '', remark: '' })
    .where((is) => is.or([is('member', '=', member), is('customer', '=', member)]))
    .execute();
  await tx
    .updateTable('declaration')
    .set({ attachment: '[]', audit_result: null })
    .where('member', '=', member)
    .execute();
  const declared = await tx
    .selectFrom('declaration')
    .select(['member', 'id'])
    .where((is) => is.or([is('member', '=', member), is('customer', '=', member)]))
    .execute();
  if (declared.length)
    await tx
      .updateTable('declaration_event')
      .set({ text: null })
      .where('member', 'in', [...new Set(declared.map((one) => one.member))])
      .where(
        'declaration',
        'in',
        declared.map(({ id }) => id),
      )
      .execute();
  await eraseShop(tx, member, at);
}
