import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { erasers } from '../../src/server/erasers';
import { memberAccount, systemAccount } from '../../src/server/ledger/accounts';
import { type Movement, postMovement } from '../../src/server/ledger/post';
import { checkTrail } from '../../src/server/operator/trail';
import { sweepPictures } from '../../src/server/pictures/sweep';
import { forgetCopy } from '../../src/server/privacy/copies';
import { eraseMember } from '../../src/server/privacy/erase-member';
import { gather } from '../../src/server/privacy/gather';
import { gift, transferKind } from '../../src/server/promotion/transfer';
import type { Tables } from '../../src/server/schema/tables';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { booksInOrder, give } from './support/shop';
import { desk } from './support/wallet';

interface Context {
  gateway: TestGateway;
  columns: Column[];
}
const test = suite<Context>('erasure');
test.before(async (context) => {
  context.gateway = await openGateway();
  context.columns = await columnsOf(context.gateway);
  // rows with a marker in every text are no rows of the gateway's: only their references have to be right
  const { rows } = await sql<{ at: string; name: string }>`
    select c.relname as at, k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'c' and k.coninhcount = 0 and k.connamespace = 'public'::regnamespace`.execute(
    context.gateway.db.run,
  );
  for (const { at, name } of rows)
    await sql`alter table ${sql.table(at)} drop constraint ${sql.ref(name)}`.execute(context.gateway.db.run);
});
test.after(({ gateway }) => gateway.close());

/** Columns that name the member of a row. */
const owners = ['member', 'author', 'owner', 'customer', 'addressee'];

/** Columns with ids, numbers, hashes and codes of ours: they name a record or a choice, not a person. */
const ours =
  /^(id|key|hash|code|number|serial_number|order_no|request_key|payment_no|reference|txid|position|day|kind|state|status|source|way|currency|asset|call|rule|locale|country|by|used_for|partner|product|goods|machine|post|video|notice|turn|account|withdrawal|session|ticket|corrects|seller|appid|scopes|features|picture|voucher|voucher_hash|data_hash|digest|category|platform_id|coupon|buyer|decided_by|made_by|direction|name_en|name_zh|texts|device_order|proxy|fapiao|transports|rp|type|same_as|time_zone|quiet_from|quiet_to|invite_code|inviter|fail_reason|app|product_ids)$/;

/** The columns that stay of a deleted account, with the law or the reason that asks for them. */
const kept: Record<string, string> = {
  'signature.name': 'signed contracts are evidence until claims expire (PRC Civil Code art. 188)',
  'signature.id_number': 'the same; deleted after its period (docs/privacy.md)',
  'signature.id_type': 'the same',
  'signature.title': 'the same',
  'signature.text': 'the same',
  'withdrawal.holder': 'records of payments: accounting law, and laws against money laundering',
  'withdrawal.account_number': 'the same',
  'withdrawal.bank': 'the same',
  'withdrawal.branch': 'the same',
  'withdrawal.swift': 'the same',
  'withdrawal.reason': 'why a payment was decided so: accounting law',
  'remittance.reason': 'the same',
  'correction.reason': 'the voucher of a booking: accounting law',
  'purchase.shipment': 'proof of delivery: accounting law',
  'invoice.title': 'issued invoices: tax law',
  'invoice.tax_number': 'the same',
  'invoice.answer': 'the same',
  'usdt_transfer.payer': 'records of payments: accounting law, and laws against money laundering',
  'usdt_transfer.address': 'the same',
  'usdt_transfer.reason': 'the same',
  'bank_line.party': 'statements of the bank: accounting law',
  'bank_line.party_account': 'the same',
  'bank_line.text': 'the same',
  'shop_sale.name': 'what was sold, as the books name it: accounting law',
  'agreement.site': 'which sites the member agreed to: evidence of consent (GDPR art. 7, PIPL art. 14)',
  'job.payload': 'tells the partner that the link has ended (GDPR art. 19)',
  'device_order.name': 'what was bought, as the books name it: accounting law',
};

/** Tables without a column for a member, of which a row is planted below. */
const byHand = [
  'member',
  'message',
  'verification',
  'throttle',
  'job',
  'operator_action',
  'operator_proposal',
  'desk_note',
  'desk_presence',
  'partner_message',
  'partner_delivery',
  'partner_request',
  'transfer',
  'work_order_entry',
  'circle_tag',
  'declaration_event',
  'notice_text',
  'bank_line',
  'account_day',
  'linked_short_video_account', // by a trigger
];

/** Tables that hold nothing of members, or their ids and numbers of ours only. A new table belongs here, or gets a row above. */
const ofNobody: Record<string, string[]> = {
  'our products, texts and settings': [
    'agreement_text',
    'bank_added',
    'bank_hidden',
    'desk_answer',
    'dictionary_word',
    'incident',
    'incident_update',
    'platform_category',
    'platform_goods',
    'coupon_left',
    'product',
    'product_stock',
    'product_photo',
    'rule_value',
    'setting_value',
    'secret',
    'video',
    'wechat_credential',
    'wechat_js_ticket',
  ],
  'people of the back office and of partners': [
    'operator',
    'operator_browser',
    'operator_session',
    'operator_trail',
    'partner',
    'partner_change',
    'partner_code',
    'partner_deprecation',
    'partner_disabled',
    'partner_hook',
    'partner_invite',
    'partner_key',
    'partner_key_use',
    'partner_origin',
    'partner_person',
    'partner_role',
    'partner_session',
    'partner_usage',
    'partner_version',
    'partner_webhook',
  ],
  'numbers, amounts and dates, by numbers of ours': [
    'posting',
    'closed_month',
    'device_day',
    'shop_goods_day',
    'invoice_line',
    'invoice_series',
    'machine',
    'machine_online',
    'payment_attempt',
    'payment_part',
    'payment_review',
    'pay_ticket',
    'payout_batch',
    'payout_batch_row',
    'purchase_line',
    'receipt',
    'task',
    'usdt_open',
    'usdt_reservation',
    'usdt_address',
    'bound_shop',
    'withdrawal_reference',
    'bank_file',
    'dispute',
    'provider_refund',
  ],
  'the work of the gateway itself, without members': [
    'backup_step',
    'captcha',
    'cron_slot',
    'health',
    'pause',
    'running_gateway',
    'job_destination',
    'ledger_check',
    'order_log_archive',
    'order_log_block',
    'order_log_draft',
    'order_log_summed',
    'nonce',
    'passkey_challenge',
    'schema_lock',
    'schema_migration',
    'shop_feed',
    'sandbox_shop_event',
    'sandbox_transfer',
    'video_link',
  ],
};
/** Tables with a column for a member, whose rows are numbers, amounts and dates of the books; or of which none is left by then. */
const onlyNumbers = [
  'account',
  'agreement_reminder',
  'held_reward',
  'milestone',
  'reward_debt',
  'coupon_use',
  'order_log',
  'order_log_month',
];

/** Tables of which `plant` adds no row by their columns. */
const unplanted = [...onlyNumbers, ...byHand, ...Object.values(ofNobody).flat()];

interface Column {
  table: string;
  name: string;
  text: boolean;
  fixed: boolean;
}

/** Every column of the schema; `fixed`: a constraint decides its values. */
async function columnsOf({ db }: TestGateway): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as name, c.data_type = 'text' as text,
      exists (select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
        where k.conrelid = c.table_name::regclass and k.contype in ('c', 'f') and a.attname = c.column_name) as fixed
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE'
      and table_name <> 'spread_change' -- of the command that spreads the tables
      and table_name not in (select relname from pg_class where relispartition)`.execute(db.run);
  return rows;
}

/** The columns that hold one of the texts, as `table.column`. */
async function holding(
  { db }: TestGateway,
  columns: readonly Column[],
  texts: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { table, name } of columns) {
    const has = texts.map((one) => sql`strpos(lower(${sql.ref(name)}::text), ${one.toLowerCase()}) > 0`);
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where ${sql.join(has, sql` or `)} limit 1`.execute(db.run);
    if (rows.length) found.push(`${table}.${name}`);
  }
  return found.sort();
}

const at = new Date();
/** The values that rows of a table need besides a marker in every text. `order`, `post` …: rows that others belong to. */
const values = (other: string, refs: Record<string, string>): Record<string, object> => ({
  purchase: {
    order_no: refs.order,
    state: 1,
    amount: 100,
    total: 100,
    paid: 100,
    discount: 0,
    way: 'card',
    currency: 'money',
  },
  signature: { order_no: refs.order, picture: refs.signed },
  refund_request: { order_no: refs.order, state: 'refused' },
  invoice: {
    id: refs.invoice,
    order_no: refs.order,
    state: 'issued',
    kind: 'invoice',
    buyer: 'person',
    number: `INV-${refs.order}`,
    seller: '{}',
    gross: 0,
  },
  withdrawal: { number: refs.withdrawal, status: 3, amount: 100, reason: refs.reference },
  remittance: { voucher: refs.voucher, state: 'approved', amount: 100, order_no: null },
  declaration: { id: refs.declaration, customer: other, attachment: `["${refs.attached}"]` },
  work_order: { number: refs.request, id: refs.request },
  circle_post: { id: refs.post },
  circle_comment: { id: refs.comment, post: refs.post },
  circle_comment_report: { comment: refs.comment },
  circle_like: { post: refs.post },
  circle_collect: { post: refs.post },
  circle_report: { post: refs.post },
  circle_follow: { author: other },
  circle_mute: { author: other },
  notice: { id: refs.notice },
  notice_confirmed: { notice: refs.notice },
  partner_member: { partner: 'p_x', reference: refs.reference },
  shop_sale: { goods: refs.goods },
  video_download: { video: refs.video },
  shop_goods: { id: refs.goods, category: null, platform_id: null, price: 100 },
  short_video_account: { id: refs.account },
  grab_record: { account: refs.account },
  correction: { direction: 'credit', amount: 100 },
  agreement: { document: 'partner', how: 'connect', text: refs.text },
  phone_action: { id: refs.action },
  phone_step: { action: refs.action },
});

/** A member with a marker in every text of every table; and another member, whose texts name the first. */
async function plant(gateway: TestGateway, columns: readonly Column[]) {
  const { db } = gateway;
  const secret = `mark${randomUUID().slice(0, 12).replace(/-/g, '')}`;
  const email = `${secret}@erase.example`;
  const person = {
    username: `u${secret}`.slice(0, 18),
    nickname: `Nick ${secret}`,
    name: secret,
    email,
    phone: `+49${Date.now()}`,
  };
  const { id: member } = await addMember(gateway, person);
  const { id: other } = await addMember(gateway);
  const names = [
    'order',
    'signed',
    'withdrawal',
    'voucher',
    'declaration',
    'request',
    'post',
    'notice',
    'account',
    'attached',
    'invoice',
    'text',
    'file',
    'comment',
    'goods',
    'video',
    'action',
  ];
  const refs: Record<string, string> = {
    ...Object.fromEntries(names.map((one) => [one, randomUUID()])),
    reference: `customer ${secret}`,
  };
  const special = values(other, refs);
  // the last of these first: others refer to them
  const first = [
    'shop_goods',
    'circle_comment',
    'purchase',
    'shop',
    'short_video_account',
    'circle_post',
    'notice',
    'conversation',
    'phone_action',
  ];
  const owned = [...new Set(columns.filter(({ name }) => owners.includes(name)).map(({ table }) => table))]
    .filter((table) => !unplanted.includes(table))
    .sort((a, b) => first.indexOf(b) - first.indexOf(a));
  await addRows(gateway, 'agreement_text', [{ hash: refs.text, document: 'partner' }]);
  await addRows(gateway, 'bank_file', [{ id: refs.file, format: 'csv' }]);
  await addRows(gateway, 'video', [{ id: refs.video }]);
  const failed: string[] = [];
  for (const table of owned) {
    const own = columns.filter((one) => one.table === table);
    const row: Record<string, unknown> = {};
    for (const { name, text, fixed } of own) {
      if (owners.includes(name)) row[name] = member;
      else if (text && !fixed && !ours.test(name)) row[name] = `${secret} ${table} ${name}`;
    }
    await addRows(gateway, table as keyof Tables, [
      { ...row, ...(special[table] as Record<string, unknown>) },
    ]).catch((error) => failed.push(`${table}: ${error.message}`));
  }
  assert.equal(failed, []);
  const say = `About ${person.username}, ${email}`;
  const rows: [keyof Tables, object][] = [
    ['message', { channel: 'mail', address: email, text: secret }],
    ['verification', { destination: email }],
    ['throttle', { key: `password:${member}` }],
    ['throttle', { key: `code:${email}` }],
    ['job', { kind: 'deliver', state: 'dead', payload: JSON.stringify({ address: email, text: secret }) }],
    [
      'operator_proposal',
      {
        target: person.username,
        url: `/x/${email}`,
        body: JSON.stringify({ secret: email }),
        ended: 'granted',
      },
    ],
    ['desk_note', { area: 'members', record: member, text: secret }],
    ['desk_note', { area: 'orders', record: refs.order, text: secret }],
    ['desk_note', { area: 'products', record: 'p-1', text: say }],
    ['desk_presence', { place: `conversations/${person.username}` }],
    [
      'partner_message',
      { id: refs.order, partner: 'p_x', body: JSON.stringify({ reference: refs.reference }) },
    ],
    ['partner_delivery', { message: refs.order, answer: secret, attempt: 1 }],
    ['partner_request', { partner: 'p_x', about: JSON.stringify({ user: refs.reference }), message: secret }],
    [
      'work_order_entry',
      {
        member,
        work_order: refs.request,
        text: secret,
        position: 0,
        by: 'member',
        kind: 'text',
        annex: '[]',
      },
    ],
    ['circle_tag', { post: refs.post, tag: secret }],
    ['declaration_event', { member, declaration: refs.declaration, text: secret, position: 0 }],
    ['notice_text', { notice: refs.notice, locale: 'en', title: secret, body: secret }],
    ['bank_line', { file: refs.file, party: secret, party_account: secret, text: secret }],
    ['account_day', { member, account: refs.account, day: '2026-11-20' }],
    [
      'system_message',
      { member: other, kind: 'followed', told: JSON.stringify({ nickname: person.nickname }) },
    ],
    [
      'system_message',
      { member: other, kind: 'declarationConfirmed', told: JSON.stringify({ customer: person.username }) },
    ],
  ];
  for (const [table, row] of rows)
    await addRows(gateway, table, [row as Record<string, unknown>]).catch((error) =>
      failed.push(`${table}: ${error.message}`),
    );
  assert.equal(failed, []);
  await give(gateway, member, 'promotion', 10);
  await db.tx((tx) =>
    postMovement(tx, gift(member, other, 10, `Thanks from ${secret}`, randomUUID()), at.getTime()),
  );
  await db.run
    .updateTable('member')
    .set({ avatar: secret, lock_reason: secret })
    .where('id', '=', member)
    .execute();
  return { member, other, secret, ...person, refs };
}

test('every table is known by whether it holds anything of a member', async ({ columns }) => {
  const tables = [...new Set(columns.map(({ table }) => table))];
  const owned = columns.filter(({ name }) => owners.includes(name)).map(({ table }) => table);
  const known = new Set([...owned, ...byHand, ...Object.values(ofNobody).flat()]);
  assert.equal(
    tables.filter((table) => !known.has(table)),
    [],
  );
  assert.equal(
    [...known].filter((table) => !tables.includes(table)),
    [],
  );
  assert.equal(
    onlyNumbers.filter((table) => !owned.includes(table)),
    [],
  );
});

test('after an erasure no column of any table names the member, but those that the law asks for', async ({
  gateway,
  columns,
}) => {
  const { db, files } = gateway;
  const { member, secret, username, email, phone, nickname, refs } = await plant(gateway, columns);
  const bystander = await plant(gateway, columns);
  // people of the back office have worked with the member: the trail has whole rows of it
  for (const account of [username, email, bystander.username])
    await desk(gateway, `members/${account}/lock`, { reason: `Asked by ${account}` });
  await desk(gateway, `members/${username}`);
  await desk(gateway, 'messages', { to: username, text: `Dear ${nickname}` });
  const texts = [secret, username, email, phone];
  const before = await holding(gateway, columns, texts);
  for (const expected of [
    'member.username',
    'operator_action.before',
    'operator_action.after',
    'operator_action.target',
    'transfer.memo',
  ])
    assert.ok(before.includes(expected), `${expected} is planted`);
  const others = async () => holding(gateway, columns, [bystander.secret, bystander.username]);
  const untouched = await others();

  const now = Date.now();
  await db.tx((tx) => eraseMember(tx, member, erasers, now));
  await forgetCopy(db, files, member);
  await sweepPictures(db, files, now);

  const left = await holding(gateway, columns, texts);
  assert.equal(
    left.filter((one) => !(one in kept)),
    [],
  );
  assert.equal(
    Object.keys(kept).filter((one) => !left.includes(one)),
    [],
    'everything in the list is there',
  );
  assert.equal(await others(), untouched, 'another member has everything');
  const { inOrder, erased = 0 } = await checkTrail(db.run);
  assert.equal([inOrder, erased > 4], [true, true]);
  await booksInOrder(gateway);
  const { items } = await desk(gateway, `trail?target=deleted-${member.slice(0, 8)}`);
  assert.ok(items.some(({ action, by }: any) => action === 'members/:account/lock' && by === 'automation'));
  assert.ok(refs.order);
});

test('an erasure takes the member’s own words beside gifts, and no other text of the books', async ({
  gateway,
}) => {
  const { db } = gateway;
  const [member, other] = [(await addMember(gateway)).id, (await addMember(gateway)).id];
  const serialNumber = randomUUID();
  for (const id of [member, other]) await give(gateway, id, 'promotion', 10);
  const post = (movement: Movement) => db.tx((tx) => postMovement(tx, movement, Date.now()));
  await post(gift(member, other, 2, 'from me', randomUUID()));
  await post(gift(other, member, 3, 'for me', randomUUID()));
  await post({
    kind: 'reward',
    asset: 'promotion',
    entries: [
      [memberAccount(member, 'promotion'), -4],
      [systemAccount('accruals', 'promotion'), 4],
    ],
    memo: 'taken back',
    ref: serialNumber,
  });
  await db.tx((tx) => eraseMember(tx, member, erasers, Date.now()));
  const memos = await db.run
    .selectFrom('transfer as t')
    .innerJoin('posting as p', (on) => on.onRef('p.transfer', '=', 't.id').onRef('p.home', '=', 't.home'))
    .select('t.memo')
    .where('p.account', '=', memberAccount(member, 'promotion').id)
    .where('t.kind', 'in', [transferKind, 'reward'])
    .orderBy('p.seq')
    .execute();
  assert.equal(
    memos.map(({ memo }) => memo),
    ['', 'for me', 'taken back'],
  );
});

test('a copy of a member’s data stays the same when another member has as much', async ({
  gateway,
  columns,
}) => {
  const { db, files } = gateway;
  const { member, secret } = await plant(gateway, columns);
  const copy = async () =>
    Object.entries(await gather(db.run, files, member)).map(([name, rows]) => [
      name,
      rows.map((row) => JSON.stringify(row)).sort(),
    ]);
  const before = await copy();
  await plant(gateway, columns);
  assert.equal(await copy(), before);
  assert.match(JSON.stringify(before), secret);
});

test('the trail shows content that was taken out without a record of its erasure', async ({ gateway }) => {
  const { db } = gateway;
  const { username } = await addMember(gateway);
  await desk(gateway, `members/${username}/lock`, { reason: 'A thief' });
  const rows = db.run.selectFrom('operator_action').selectAll().where('target', '=', username);
  const [{ seq, ...kept }] = (await rows.orderBy('seq').execute()) as [any];
  const set = (values: object) =>
    db.run.updateTable('operator_action').set(values).where('seq', '=', seq).execute();
  assert.is((await checkTrail(db.run)).inOrder, true);
  await set({ salt: null, before: null, input: null });
  assert.equal((await checkTrail(db.run)).broken, seq);
  await set({ ...kept, input: '{"reason":"Nothing"}' });
  assert.equal((await checkTrail(db.run)).broken, seq);
  await set(kept);
  assert.is((await checkTrail(db.run)).inOrder, true);
});

test('an action on another member keeps its target in the trail when its reason names who leaves', async ({
  gateway,
}) => {
  const { db } = gateway;
  const [leaving, other] = [await addMember(gateway), await addMember(gateway)];
  await desk(gateway, `members/${leaving.username}/lock`, { reason: 'A thief' });
  await desk(gateway, `members/${other.username}/lock`, { reason: `Helps ${leaving.username}` });
  await db.tx((tx) => eraseMember(tx, leaving.id, erasers, Date.now()));
  const targets = await db.run
    .selectFrom('operator_action')
    .select(['target', 'input'])
    .where('target', 'in', [leaving.username, other.username])
    .execute();
  assert.ok(targets.length);
  for (const one of targets) assert.equal(one, { target: other.username, input: null });
});

test('rows that were written before the commitments are erased too, and their hashes still hold', async () => {
  const gateway = await openGateway();
  const { db } = gateway;
  const member = await addMember(gateway);
  for (const reason of ['A thief', 'Another'])
    await desk(gateway, `members/${member.username}/lock`, { reason });
  // as a gateway of the version before wrote them
  const { createHash } = await import('node:crypto');
  let hash = '';
  for (const row of await db.run.selectFrom('operator_action').selectAll().orderBy('seq').execute()) {
    const { seq, operator, name, role, ip, action, target, phase, of, input, status, request } = row;
    const about = [seq, row.at.toISOString(), operator, name, role, ip, action, target, phase, of, input];
    hash = createHash('sha256')
      .update(JSON.stringify([hash, ...about, row.before, row.after, status, request]))
      .digest('hex');
    await db.run
      .updateTable('operator_action')
      .set({ salt: null, commitment: null, hash })
      .where('seq', '=', seq)
      .execute();
  }
  await db.run.updateTable('operator_trail').set({ hash }).where('id', '=', 1).execute();
  assert.equal(await checkTrail(db.run), { inOrder: true, rows: 4 });
  await db.tx((tx) => eraseMember(tx, member.id, erasers, Date.now()));
  assert.equal(await checkTrail(db.run), { inOrder: true, rows: 5, erased: 4 });
  const { rows } =
    await sql`select 1 from operator_action where concat(target, before, after) like ${`%${member.username}%`}`.execute(
      db.run,
    );
  assert.equal(rows, []);
  await db.run.updateTable('operator_action').set({ name: 'somebody' }).where('seq', '=', 5).execute();
  assert.is((await checkTrail(db.run)).broken, 5);
  await gateway.close();
});

test.run();
