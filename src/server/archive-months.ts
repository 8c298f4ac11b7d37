import { parseArgs } from 'node:util';
import type { Db } from './db/database';
import { openDb } from './db/open';
import { checkArchive } from './devices/archive/check-archive';
import { moveMonths } from './devices/archive/move-months';
import { putBack } from './devices/archive/put-back';
import { isMonth, monthNumberOf, monthOf, monthSpan } from './kernel/dates';
import { openStore } from './pictures/open-store';
import { readSettings, type Settings } from './settings/settings';

// node dist/server/archive-months.mjs list | go [--keep=24] [--again] | back 2024-03 | check: moves old months of earnings into the store of
// files, or back, with the settings of the gateway. `npm run operator -- archive …` runs it. Gateways may run meanwhile, except beside the
// embedded database.

const say = (text: string) => void process.stdout.write(`${text}\n`);
const yuan = (fen: number) => (fen / 100).toFixed(2);

async function list({ run }: Db): Promise<void> {
  const months = await run.selectFrom('order_log_archive').selectAll().orderBy('month').execute();
  for (const { month, rows, amount, bytes, object, back_at, fault } of months)
    say(
      [
        monthOf(month),
        `${rows} rows`,
        `${yuan(Number(amount))} CNY`,
        `${bytes} bytes`,
        object || 'no object',
        ...(back_at ? [`put back ${back_at.toISOString()}`] : []),
        ...(fault ? [`UNREADABLE: ${fault}`] : []),
      ].join('  '),
    );
  say(`${months.length} months`);
}

interface Flags {
  keep?: string | undefined;
  again?: boolean | undefined;
}

async function go(
  db: Db,
  settings: Settings,
  { keep = `${settings.archiveAfterMonths ?? ''}`, again = false }: Flags,
) {
  if (!/^\d{1,3}$/.test(keep) || Number(keep) < 1)
    throw new Error('--keep or ARCHIVE_AFTER_MONTHS says how many months stay in the database');
  const place = {
    db,
    files: openStore(settings),
    dataDir: settings.dataDir,
    keep: Number(keep),
    now: Date.now,
  };
  let count = 0;
  const done = await moveMonths({ ...place, again }, ({ month, rows, amount, bytes }) => {
    count++;
    say(`${monthOf(month)}: ${rows} rows, ${yuan(amount)} CNY, ${bytes} bytes`);
  });
  if (!done)
    throw new Error(
      'Months are being archived at the moment, or were until something ended: try again in an hour',
    );
  say(`${count} months archived`);
}

async function back(db: Db, settings: Settings, month = ''): Promise<void> {
  if (!isMonth(month)) throw new Error('Name a month, such as 2024-03');
  const from = monthNumberOf(monthSpan(month).from);
  await putBack({ db, files: openStore(settings), now: Date.now }, from, (one) =>
    say(`${monthOf(one)} is in the database again`),
  );
}

async function check(db: Db, settings: Settings): Promise<void> {
  const all = { every: 0, most: Number.POSITIVE_INFINITY };
  const faults = await checkArchive({ db, files: openStore(settings), now: Date.now() }, all);
  if (faults.length) throw new Error(faults.join('\n'));
  say('All archived months can be read, and are as they were written');
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string' }, again: { type: 'boolean' } },
  });
  const settings = readSettings();
  const db = await openDb(settings, (error) => process.stderr.write(`${error.message}\n`));
  try {
    const [what, month] = positionals;
    if (what === 'list') await list(db);
    else if (what === 'go') await go(db, settings, values);
    else if (what === 'back') await back(db, settings, month);
    else if (what === 'check') await check(db, settings);
    else throw new Error('Say what to do: list, go, back or check');
  } finally {
    await db.close();
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message || error}\n`);
  process.exit(1);
});
