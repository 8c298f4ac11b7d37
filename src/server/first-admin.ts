import { parseArgs } from 'node:util';
import { openDb } from './db/open';
import { addPerson, inviteAgain, nameKey } from './operator/people';
import { readSettings } from './settings/settings';

// node dist/server/first-admin.mjs <name>: run it on the server with the gateway's settings. Anybody who can read those may do this: it
// creates the first admin, and restores access if no admin can sign in.

async function main(): Promise<void> {
  const [name] = parseArgs({ allowPositionals: true }).positionals;
  if (!name || !/^[a-z][\w.-]{1,39}$/i.test(name))
    throw new Error('Say a name: node dist/server/first-admin.mjs <name>');
  const settings = readSettings();
  const db = await openDb(settings, () => {});
  try {
    const { invite } = await db.tx(async (tx) => {
      const there = await tx
        .selectFrom('operator')
        .select('role')
        .where('name', '=', nameKey(name))
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
      if (there && there.role !== 'admin') throw new Error(`${name} is at the desk and no admin`);
      return there ? inviteAgain(tx, name, Date.now()) : addPerson(tx, name, 'admin', Date.now());
    });
    process.stdout.write(
      `${name} follows this invitation within a day, with an authenticator app at hand: under "I have an invitation" on the page of the back office, or with\n\n  npm run operator -- desk join ${invite}\n`,
    );
  } finally {
    await db.close();
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
