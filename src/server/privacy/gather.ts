import { accountRows, recordRows } from '../accounts/leaving';
import { agreementRows } from '../agreements/list-agreements';
import type { Executor } from '../db/database';
import { allEarnings } from '../devices/archive/read-archive';
import { invoiceRows } from '../documents/invoices/leaving';
import type { FileStore } from '../kernel/file-store';
import { phoneActionRows } from '../phone-actions/leaving';
import { watchRows } from '../screen/watches/leaving';

/** Columns that are no data of the member's: secrets, and how rows hang together inside. */
const inner = new Set([
  'password',
  'request_key',
  'hash',
  'key',
  'username_key',
  'email_key',
  'voucher_hash',
]);

/** A row as it is given out, with what was stored as JSON text taken apart. */
function plain(row: object): object {
  const texts = /^[[{]/;
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      if (inner.has(name) || value === null) return [];
      if (typeof value !== 'string' || !texts.test(value)) return [[name, value]];
      try {
        return [[name, JSON.parse(value)]];
      } catch {
        return [[name, value]]; // a text of the member's that begins like one
      }
    }),
  );
}

/** The account itself: its data, its ways in, its settings and its balances. */
const accountFiles = (run: Executor, member: string) => ({
  profile: run.selectFrom('member').selectAll().where('id', '=', member).execute(),
  sessions: run
    .selectFrom('session')
    .select(['issued_at', 'seen_at', 'expires_at', 'ip', 'agent'])
    .where('member', '=', member)
    .execute(),
  passkeys: run
    .selectFrom('passkey')
    .select(['name', 'created_at', 'used_at'])
    .where('member', '=', member)
    .execute(),
  'authenticator-app': run
    .selectFrom('authenticator')
    .select('added_at')
    .where('member', '=', member)
    .execute(),
  notifications: run.selectFrom('notify_choice').selectAll().where('member', '=', member).execute(),
  'linked-sites': run
    .selectFrom('partner_member')
    .select(['partner', 'reference', 'at'])
    .where('member', '=', member)
    .execute(),
  addresses: run.selectFrom('address').selectAll().where('member', '=', member).execute(),
  'payout-accounts': run.selectFrom('payout_account').selectAll().where('member', '=', member).execute(),
  identity: run.selectFrom('identity').selectAll().where('member', '=', member).execute(),
  balances: run
    .selectFrom('account')
    .select(['kind', 'asset', 'balance'])
    .where('home', '=', member)
    .where('member', '=', member)
    .execute(),
});

/** Money that went back to the member, or was asked back. */
const returnedFiles = (run: Executor, member: string) => ({
  'provider-refunds': run
    .selectFrom('provider_refund as r')
    .select(['r.number', 'r.order_no', 'r.way', 'r.amount', 'r.reason', 'r.state', 'r.at', 'r.ended_at'])
    .where('r.member', '=', member)
    .execute(),
  disputes: run
    .selectFrom('dispute as d')
    .select(['d.number', 'd.order_no', 'd.way', 'd.amount', 'd.reason', 'd.state', 'd.at', 'd.ended_at'])
    .where('d.member', '=', member)
    .execute(),
});

const shopFiles = (run: Executor, member: string) => ({
  shop: run.selectFrom('shop').selectAll().where('member', '=', member).execute(),
  'shop-goods': run.selectFrom('shop_goods').selectAll().where('member', '=', member).execute(),
  'shop-sales': run.selectFrom('shop_sale').selectAll().where('member', '=', member).execute(),
});

/** Movements of the member's accounts, the oldest first. */
const transactionRows = (run: Executor, member: string) =>
  run
    .selectFrom('posting as p')
    .innerJoin('account as a', (join) => join.onRef('a.id', '=', 'p.account').onRef('a.home', '=', 'p.home'))
    .innerJoin('transfer as t', (join) =>
      join.onRef('t.home', '=', 'p.home').onRef('t.id', '=', 'p.transfer'),
    )
    .select(['t.at', 't.kind', 't.memo', 't.ref', 'a.kind as account', 'p.amount', 'p.balance_after'])
    .where('p.home', '=', member)
    .where('a.member', '=', member)
    .orderBy('t.at')
    .execute();

/** All that is stored of a member, by the name of the file in the archive that it goes into. Money in fen, times in UTC. */
export async function gather(
  run: Executor,
  files: FileStore,
  member: string,
): Promise<Record<string, object[]>> {
  const all = {
    ...accountFiles(run, member),
    transactions: transactionRows(run, member),
    withdrawals: run.selectFrom('withdrawal').selectAll().where('member', '=', member).execute(),
    'bank-transfers': run.selectFrom('remittance').selectAll().where('member', '=', member).execute(),
    corrections: run
      .selectFrom('correction')
      .select(['number', 'at', 'direction', 'amount', 'owed', 'reason'])
      .where('member', '=', member)
      .execute(),
    orders: run.selectFrom('purchase').selectAll().where('member', '=', member).execute(),
    'order-lines': run
      .selectFrom('purchase_line as l')
      .selectAll('l')
      .where('l.member', '=', member)
      .execute(),
    'refund-requests': run.selectFrom('refund_request').selectAll().where('member', '=', member).execute(),
    ...returnedFiles(run, member),
    invoices: invoiceRows(run, member),
    agreements: agreementRows(run, member),
    contracts: run.selectFrom('signature').selectAll().where('member', '=', member).execute(),
    'cloud-phone-orders': run.selectFrom('device_order').selectAll().where('member', '=', member).execute(),
    'cloud-phone-rent': allEarnings(run, files, member),
    'cloud-phone-actions': phoneActionRows(run, member),
    'cloud-phone-watching': watchRows(run, member),
    accounts: accountRows(run, member),
    'account-records': recordRows(run, member),
    declarations: run.selectFrom('declaration').selectAll().where('member', '=', member).execute(),
    'held-rewards': run.selectFrom('held_reward').selectAll().where('member', '=', member).execute(),
    ...shopFiles(run, member),
    posts: run.selectFrom('circle_post').selectAll().where('author', '=', member).execute(),
    comments: run.selectFrom('circle_comment').selectAll().where('author', '=', member).execute(),
    following: run
      .selectFrom('circle_follow as f')
      .innerJoin('member as m', 'm.id', 'f.author')
      .select(['m.nickname', 'f.at'])
      .where('f.member', '=', member)
      .execute(),
    friends: run
      .selectFrom('member')
      .select(['nickname', 'created_at'])
      .where('inviter', '=', member)
      .execute(),
    messages: run
      .selectFrom('system_message')
      .select(['kind', 'told', 'at', 'read_at'])
      .where('member', '=', member)
      .execute(),
    'support-requests': run.selectFrom('work_order').selectAll().where('member', '=', member).execute(),
    'support-replies': run
      .selectFrom('work_order_entry as e')
      .innerJoin('work_order as w', (join) =>
        join.onRef('w.id', '=', 'e.work_order').onRef('w.member', '=', 'e.member'),
      )
      .select(['w.number', 'e.by', 'e.text', 'e.annex', 'e.at'])
      .where('e.member', '=', member)
      .execute(),
    chat: run
      .selectFrom('conversation_message')
      .select(['author', 'text', 'picture', 'at'])
      .where('member', '=', member)
      .orderBy('id')
      .execute(),
    assistant: run
      .selectFrom('ai_turn')
      .select(['question', 'answer', 'at'])
      .where('member', '=', member)
      .execute(),
    files: run
      .selectFrom('picture')
      .select(['id', 'type', 'size', 'name', 'at'])
      .where('owner', '=', member)
      .execute(),
  };
  const found: Record<string, object[]> = {};
  for (const [name, rows] of Object.entries(all)) found[name] = ((await rows) as object[]).map(plain);
  return found;
}
