import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as im from '../../src/contract/support/im';
import type { Db } from '../../src/server/db/database';
import { openPostgres } from '../../src/server/db/postgres';
import { audit } from '../../src/server/ledger/audit';
import { freePort } from '../../tools/programs/gateway.mjs';
import { addressOf, engine, onServer } from './support/database';
import { addMember } from './support/member';
import { openGateway } from './support/open';
import { give, held } from './support/shop';

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((at) => existsSync(at));

interface Context {
  whole: Db;
  pooler: ChildProcess;
  folder: string;
  url: string;
}

const test = suite<Context>('pooler');

if (engine === 'pg')
  test('two gateways that set the limits of their role at once start; one that may not does not', async () => {
    const whole = await onServer(true);
    const role = `role_${randomUUID().replace(/-/g, '')}`;
    await sql.raw(`create role ${role} login password 'own'`).execute(whole.run);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(whole.run);
    const url = new URL(addressOf(rows[0]!.name));
    Object.assign(url, { username: role, password: 'own' });
    const open = () => openPostgres(url.href, () => {}, { pooler: true });
    const other = new pg.Client({ connectionString: url.href });
    await other.connect();
    const waits = sql`select from pg_stat_activity where usename = ${role} and wait_event_type = 'Lock'`;
    for (const start of ['the first of all', 'a later one']) {
      await other.query('begin');
      await other.query('alter role current_user set statement_timeout = 15000');
      const opening = open();
      while (!(await waits.execute(whole.run)).rows.length) await rest(20);
      await other.query('commit');
      const db = await opening.catch((error) => assert.unreachable(`${start}: ${error}`));
      await sql`select 1`.execute(db!.run);
      const { idle, waiting } = db!.pool!();
      assert.ok(idle > 0 && waiting === 0, `${idle} idle, ${waiting} waiting`);
      await db!.close();
    }
    await other.end();
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    assert.is(await open().catch((error) => error.code), '25006');
    await sql.raw(`drop role ${role}`).execute(whole.run);
    await whole.close();
  });

if (engine === 'pg' && program) {
  test.before(async (context) => {
    context.whole = await onServer(true);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      context.whole.run,
    );
    const [{ name }] = rows as [{ name: string }];
    const server = new URL(addressOf(name));
    const port = await freePort();
    context.folder = await mkdtemp(path.join(os.tmpdir(), 'cloudphone-pooler-'));
    await chmod(context.folder, 0o755);
    const settings = path.join(context.folder, 'pgbouncer.ini');
    await writeFile(
      settings,
      [
        '[databases]',
        `${name} = host=${server.hostname} port=${server.port} user=${server.username} pool_size=3`,
        '[pgbouncer]',
        `listen_port=${port}`,
        'listen_addr=127.0.0.1',
        'auth_type=any',
        'pool_mode=transaction',
        'unix_socket_dir=',
        'max_client_conn=100',
        'query_wait_timeout=10',
        'server_login_retry=1',
      ].join('\n'),
    );
    // it refuses to run as root
    const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    context.pooler = spawn(program, [settings], { stdio: 'ignore', ...nobody });
    context.url = `postgres://${server.username}@127.0.0.1:${port}/${name}`;
  });
  test.after(async ({ pooler, whole, folder }) => {
    pooler.kill();
    await whole.close();
    await rm(folder, { recursive: true });
  });

  /** As soon as the pooler listens. */
  async function opened(url: string, options: object): Promise<Db> {
    for (let tries = 0; ; tries++) {
      try {
        return await openPostgres(url, () => {}, options);
      } catch (error) {
        if ((error as { code?: string }).code !== 'ECONNREFUSED' || tries > 100) throw error;
        await rest(50);
      }
    }
  }

  test('a pooler that lends connections for a transaction refuses limits in the first packet', async ({
    url,
  }) => {
    const said = await opened(url, {}).catch((error) => error.message);
    assert.match(String(said), 'unsupported startup parameter');
  });

  test('with DATABASE_POOLER the limits are the role’s, and members work on three connections', async ({
    url,
  }) => {
    const database = await opened(url, { pooler: true, pool: 20 });
    const gateway = await openGateway({ database });
    const members = await Promise.all(Array.from({ length: 12 }, () => addMember(gateway)));
    const work = async ({ id }: { id: string }) => {
      const as = await gateway.signIn(id);
      for (let nth = 0; nth < 15; nth++) {
        await give(gateway, id, 'balance', 1_00);
        const said = await gateway.send(im.sendMessage, { text: `${nth}`, requestKey: randomUUID() }, as);
        assert.is(said.code, '1', said.message);
      }
      assert.is(await held(gateway, id), 15_00);
    };
    await Promise.all(members.map(work));
    assert.equal(await audit(database.run), {});
    // those that the pooler opened after the gateway's start, as all are the next day
    const limits = await Promise.all(
      ['statement_timeout', 'lock_timeout'].map((name) =>
        sql<{ set: string }>`select setconfig::text as set from pg_db_role_setting where setrole =
          (select oid from pg_roles where rolname = current_user) and setconfig::text like ${`%${name}=%`}`.execute(
          database.run,
        ),
      ),
    );
    assert.ok(limits.every(({ rows }) => rows.length === 1));
    await gateway.close();
    for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await sql.raw(`alter role current_user reset ${name}`).execute(database.run);
    await database.close();
  });
} else
  test('a pooler is where PostgreSQL is, and is tested where Debian’s pgbouncer is installed', () => {
    assert.ok(!program || engine === 'pglite');
  });

test.run();
