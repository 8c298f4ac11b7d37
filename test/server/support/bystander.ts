import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { hashOf, openSession } from '../../../src/server/auth/sessions';
import { addMember, cheapPasswords } from './member';
import type { TestGateway } from './open';
import { addAccount } from './wallet';

/** Columns that say whose a row is. */
const owners = ['member', 'owner', 'member_id', 'user_id', 'inviter'];

/**
 * Every row of every table that is a member's, by table. A test that changes something of one member compares those of another before and
 * after: whatever an act forgets to keep to its own member shows there.
 */
export async function rowsOf(
  { db }: Pick<TestGateway, 'db'>,
  member: string,
): Promise<Record<string, string[]>> {
  const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_name in (${sql.join(owners)})
      and table_name not in (select relname from pg_class where relispartition)
    union select 'member', 'id' order by 1, 2`.execute(db.run);
  const found: Record<string, string[]> = {};
  for (const { table_name, column_name } of columns) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(table_name)} t
      where ${sql.ref(column_name)}::text = ${member} order by 1`.execute(db.run);
    if (rows.length) found[`${table_name}.${column_name}`] = rows.map(({ row }) => row);
  }
  return found;
}

/** A member who has everything that opens an account: contacts, a session, a device, WeChat, a payment password, an account, a partner. */
export async function addBystander(gateway: TestGateway) {
  const { db } = gateway;
  const own = randomUUID().slice(0, 8);
  const { id } = await addMember(gateway, { email: `${own}@bystander.example` });
  const at = new Date();
  const token = await openSession(db.run, id, 'h5', Date.now() + gateway.clock.ahead);
  await db.run
    .insertInto('known_device')
    .values({ member: id, device: own, first_at: at, seen_at: at })
    .execute();
  await db.run.insertInto('wechat_identity').values({ open_id: own, member: id, bound_at: at }).execute();
  const hash = await cheapPasswords.hash('846201');
  await db.run.insertInto('pay_password').values({ member: id, hash, set_at: at }).execute();
  await addAccount(gateway, id);
  await db.run
    .insertInto('partner_member')
    .values({ partner: 'p_shop', reference: own, member: id, at })
    .execute();
  await db.run
    .insertInto('connection_code')
    .values({
      hash: hashOf(own),
      partner: 'p_shop',
      reference: own,
      member: id,
      locale: 'en',
      expires_at: new Date(at.getTime() + 300_000),
    })
    .execute();
  return { id, as: { token, userId: id } };
}
