import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { codeOf, counterAt } from '../../../src/server/kernel/totp';
import { freePort, startGateway } from '../../../tools/programs/gateway.mjs';
import { createDatabase, dropDatabase } from '../../../tools/programs/seeded-gateway.mjs';
import { answering } from '../../server/support/answering';
import { openMailbox } from '../../server/support/mailbox';
import { production } from '../../server/support/production';
import { cardSettings, openCardProvider } from './card-provider';
import { command } from './desk';
import { program } from './own-gateway';

/** The address of the database server that the run has. */
function databaseServer(): string {
  const { database } = JSON.parse(process.env.SEEDED!) as { database?: string };
  if (!database) throw new Error('A company needs PostgreSQL');
  return new URL('/postgres', database).href;
}

const texts = (env: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, `${value}`]));

interface Wanted {
  id: string;
  wanted: boolean;
}

/**
 * A gateway as a company starts it: in production, on an empty database, with its providers played by servers of this
 * machine that answer as they document.
 */
export async function openCompany() {
  const [port, deskPort] = [await freePort(), await freePort()];
  const deskUrl = `http://127.0.0.1:${deskPort}`;
  const url = `http://127.0.0.1:${port}`;
  const [mailbox, cards, machines] = await Promise.all([
    openMailbox(),
    openCardProvider(() => url),
    answering(({ body }) => {
      const { machines: all } = JSON.parse(body) as { machines: Wanted[] };
      return { machines: all.filter((one) => one.wanted).map(({ id }) => ({ id, state: 'online' })) };
    }),
  ]);
  const database = await createDatabase(databaseServer());
  const settings = {
    program,
    ...production,
    ...cardSettings(cards.url),
    OPERATOR_LISTEN: `127.0.0.1:${deskPort}`,
    PORT: port,
    PUBLIC_URL: url,
    DATABASE_URL: database,
    MAIL_SMTP_URL: mailbox.url,
    MACHINES: '',
    MACHINES_API_URL: machines.url,
    MACHINES_API_KEY: 'k-1',
    PAY_PASSWORD_FROM: 'off',
    PAYOUT_REST_HOURS: '0', // both have journeys of their own
  };
  let gateway = await startGateway(settings);
  const home = await mkdtemp(join(tmpdir(), 'cloudphone-desk-'));
  /** The company's command line, on which people who have joined stay signed in. */
  const desk = (words: readonly string[], answer?: (question: string) => string) =>
    command(words, { OPERATOR_URL: deskUrl, XDG_CONFIG_HOME: home }, answer);
  const db = new pg.Client({ connectionString: database });
  await db.connect();

  return {
    url,
    mailbox,

    desk,

    /** Makes the first admin on the server's machine, who follows the invitation with an app of codes. */
    async inviteFirstAdmin(name: string): Promise<void> {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [join(dirname(program), 'first-admin.mjs'), name],
        { env: { ...process.env, ...texts(settings) } },
      );
      const [, invite = ''] = /desk join (\S+)/.exec(stdout) ?? [];
      const shown = await fetch(`${deskUrl}/operator/session/invitation`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ invite }),
      });
      const { key } = (await shown.json()) as { key: string };
      await desk(['desk', 'join', invite], (question) =>
        /code/i.test(question) ? codeOf(key, counterAt(Date.now())) : 'a long enough phrase',
      );
    },

    /** The text that a person would read in the picture of a code. A script cannot read it, so this stores it. */
    async readPicture(id: string): Promise<string> {
      const hash = createHash('sha256').update(`${id}:abcd`).digest('hex');
      await db.query('update captcha set answer_hash = $1 where id = $2', [hash, id]);
      return 'abcd';
    },

    /** Days pass, as the database sees it: what has begun began that much earlier. A gateway that starts then sees to what is due. */
    async passDays(days: number): Promise<void> {
      await gateway.kill();
      const earlier = `- interval '${days} days'`;
      await db.query(`update device_order set started_at = started_at ${earlier}`);
      await db.query(`update machine_online set since = since ${earlier}`);
      await db.query('delete from cron_slot');
      gateway = await startGateway({ ...settings, data: gateway.data });
    },

    async close(): Promise<void> {
      await db.end();
      await gateway.stop();
      await Promise.all([mailbox.close(), cards.close(), machines.close()]);
      await dropDatabase(databaseServer(), database);
      await rm(home, { recursive: true, force: true });
    },
  };
}
