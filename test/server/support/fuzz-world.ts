import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as assert from 'uvu/assert';
import * as addresses from '../../../src/contract/buying/addresses';
import * as payout from '../../../src/contract/money/payout';
import * as wallet from '../../../src/contract/money/wallet';
import * as goods from '../../../src/contract/shop/goods';
import * as ai from '../../../src/contract/support/ai';
import * as im from '../../../src/contract/support/im';
import * as workOrders from '../../../src/contract/support/work-orders';
import { demo, demoPassword } from '../../../src/server/seed/members';
import { seed } from '../../../src/server/seed/seed';
import { addOrder } from './devices';
import { addMember } from './member';
import { openGateway, type Sent, type TestGateway } from './open';
import { addProduct, give, waiting } from './shop';
import { addPicture } from './upload';

/** Stands in every private text of the other member's: nobody else may ever be sent it. */
export const canary = 'canary77';

export interface World {
  gateway: TestGateway;
  /** The demo member, who sends whatever comes to mind; signed in anew whenever the session has ended. */
  demo: string;
  as: Sent;
  password: string;
  /** Somebody else, of the other country, who does nothing. */
  other: string;
  /** Ids of what is the other member's: those that the demo member has got hold of, and those that nobody has told anybody. */
  foreign: string[];
  hidden: string[];
  /** Ids of what is the demo member's, by table. */
  own: string[];
  /** Ids of pictures that the demo member has sent. */
  pictures: string[];
  /** Everything that the other member has: a line for each table, followed by those for its rows. */
  belongings(): Promise<string[]>;
}

/** A gateway with the demo data, and another member who has something of everything. */
export async function openWorld(env: Record<string, string> = {}): Promise<World> {
  const gateway = await openGateway({ env });
  await seed(gateway.db, gateway.settings);
  const other = await addOther(gateway);
  const tables = await tablesOfMembers(gateway);
  const belongings = () => dump(gateway, tables, other);
  const ids = async (member: string) =>
    [
      ...(await dump(gateway, tables, member))
        .join()
        .matchAll(/"(?:id|number|serial_number|order_no|ref)":"([^"]+)"/g),
    ].map(([, id]) => String(id));
  // A number with the canary is a text of the other member: if the demo member wrote it in a comment, its echo would look like a leak.
  const all = [...new Set(await ids(other))].filter(
    (id) => id.length > 9 && !id.includes(other) && !id.includes(canary),
  );
  return {
    gateway,
    demo,
    as: await gateway.signIn(demo),
    password: demoPassword,
    other,
    belongings,
    foreign: [...all.filter((_, at) => at % 2), other],
    hidden: [...all.filter((_, at) => at % 2 === 0), canary],
    own: [...new Set(await ids(demo))],
    pictures: (
      await gateway.db.run.selectFrom('picture').select('id').where('owner', '=', demo).execute()
    ).map(({ id }) => id),
  };
}

async function addOther(gateway: TestGateway): Promise<string> {
  const { id } = await addMember(gateway, {
    country: 'cn',
    username: 'canary77',
    nickname: `${canary}nick`,
    name: `${canary}name`,
    email: `${canary}@example.com`,
    phone: '13900007777',
    invite_code: 'CANARY77',
  });
  const as = await gateway.signIn(id);
  await give(gateway, id, 'balance', 5000_00);
  await give(gateway, id, 'promotion', 500);
  const serialNumber = await addOrder(gateway, id, { quantity: 2, tasks: { 1: [1, 2] } });
  await gateway.db.run
    .updateTable('device_order')
    .set({ name: canary })
    .where('serial_number', '=', serialNumber)
    .execute();
  await addPicture(gateway, id);
  const send = async (call: { path: string }, input: object) => {
    const { code, message, body } = await gateway.send(call, { requestKey: randomUUID(), ...input }, as);
    if (code !== '1') throw new Error(`${call.path}: ${message} ${JSON.stringify(body)}`);
    return body;
  };
  const requestKey = randomUUID();
  const account = await send(payout.userAccountAdd, {
    kind: 'alipay',
    holder: `${canary}`.replace(/\d/g, 'x'),
    login: `${canary}@example.com`,
    requestKey,
  });
  await send(wallet.applyWithdrawal, {
    source: 'balance',
    amount: 200_00,
    accountId: account.id,
    remark: canary,
  });
  await send(workOrders.addWorkOrder, { title: canary, description: canary, annex: [] });
  await send(im.sendMessage, { text: canary });
  await send(ai.askAi, { text: `${canary} withdrawal` });
  await send(addresses.addAddress, {
    username: canary,
    area: '330106',
    userphone: '13900007777',
    address: canary,
  });
  await send(goods.setupShop, { name: canary, introduction: canary });
  await waiting(gateway, as, { productId: await addProduct(gateway) });
  return id;
}

/** Tables with a column for the member that a row is of. Records of requests do not belong to a member. */
async function tablesOfMembers({ db }: TestGateway): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and column_name in ('member', 'owner')
      and table_name not in (select relname from pg_class where relispartition) order by 1`.execute(db.run);
  return [...rows, { table: 'member', column: 'id' }];
}

async function dump({ db }: TestGateway, tables: { table: string; column: string }[], member: string) {
  const parts: string[] = [];
  for (const { table, column } of tables) {
    const { rows } = await sql<{ row: string }>`
      select cast(to_jsonb(t) as text) as row from ${sql.table(table)} t
      where ${sql.ref(column)} = ${member} order by 1`.execute(db.run);
    // as jsonb writes it, without the spaces
    parts.push(table, ...rows.map(({ row }) => JSON.stringify(JSON.parse(row))));
  }
  return parts;
}

/**
 * Fails with the rows that have gone and come. They are too many for uvu to compare: what it draws up of all of them takes more memory than
 * there is.
 */
export function assertUntouched(before: readonly string[], now: readonly string[], seed: number): void {
  const without = (rows: readonly string[], others: readonly string[]) =>
    rows.filter((row) => !others.includes(row)).map((row) => row.slice(0, 600));
  assert.equal(
    { gone: without(before, now), come: without(now, before) },
    { gone: [], come: [] },
    `something of the other member’s has changed (SEED=${seed})`,
  );
}
