import { chromium } from '@playwright/test';
import { buildApp } from '../build/app.mjs';
import { buildEmbeds } from '../build/embeds.mjs';
import { buildServer } from '../build/server.mjs';
import { launchOptions } from '../programs/chromium.mjs';
import { writeBetween } from '../write-between.mjs';
import { benchClone } from './clone.mjs';
import { benchDay } from './day.mjs';
import { benchDesk } from './desk.mjs';
import { buildFloor } from './floor-page.mjs';
import { benchGateway } from './gateway.mjs';
import { benchLandings } from './landings.mjs';
import { benchLists } from './lists.mjs';
import { benchLive } from './live.mjs';
import { benchMoney } from './money.mjs';
import { benchOld } from './old.mjs';
import { benchSecret, openBench } from './open-bench.mjs';
import { buildPeers } from './peers.mjs';
import { benchPolls } from './polls.mjs';
import { beginRun } from './provenance.mjs';
import { benchShop } from './shop.mjs';
import { benchStart } from './start.mjs';
import { benchEmbeds, benchViews, peers, revisit, table, views, viewsBefore } from './views.mjs';
import { benchWebhooks } from './webhooks.mjs';

// npm run bench: measures how long a member waits on a slow phone and a slow network, as a ratio to a hand-written floor page. It only
// reports: other load on the machine slows it down, and only ratios within one run are comparable. `views`, `landings`, `embeds`, `old`, `lists`,
// `desk`, `shop`, `start`, `gateway`, `money`, `polls`, `webhooks`, `live` or `day` measures that part only, and so does `clone`, which is not in
// the whole because it installs all packages; `views peers` measures the peers too, whose packages it installs; `built` uses the output of the last run, in
// `BENCH_FOLDER` if set, to measure an older build. `BEFORE` names the folder of an older build that `views`, `landings`, `old`, `gateway` and
// `day` measure in turns with this one.

const folder = process.env.BENCH_FOLDER ?? 'dist/bench';
const rounds = Number(process.env.ROUNDS ?? 5);
const cpu = 6;
const asked = process.argv.slice(2);
const parts = asked.filter((one) => one !== 'built');
/** @param {string} part */
const measures = (part) => !parts.length || parts.includes(part);
const run = beginRun(folder, asked);

const onlyClone = parts.length > 0 && parts.every((one) => one === 'clone');
if (!asked.includes('built') && !onlyClone) {
  await buildApp({ release: true, out: `${folder}/app` });
  await buildEmbeds({ release: true, out: `${folder}/embed` });
  await buildServer(`${folder}/server`);
  await buildFloor(`${folder}/app`, { secret: benchSecret });
  if (asked.includes('peers')) await buildPeers(`${folder}/app`, { secret: benchSecret });
  await run.built();
}

/**
 * Prints a part's table with how it was measured.
 * @param {string} part
 * @param {string} table
 */
async function print(part, table) {
  const text = `${table}\n\n${await run.of(part)}`;
  console.log(`\n${text}`);
  return text;
}

/**
 * Writes a part's table between its marks in docs/speed.md too.
 * @param {string} part
 * @param {string} table
 */
async function write(part, table) {
  const text = await print(part, table);
  if (process.env.BENCH_FOLDER) return; // a different build
  await writeBetween('docs/speed.md', part, 'npm run bench', text);
}

const openBefore = async () => (process.env.BEFORE ? openBench(process.env.BEFORE, cpu) : undefined);

if (measures('views') || measures('embeds') || measures('landings')) {
  const bench = await openBench(folder, cpu);
  const before = await openBefore();
  try {
    if (measures('views')) {
      const all = {
        ...views,
        ...(before && viewsBefore(before)),
        ...(asked.includes('peers') && peers),
      };
      const rows = await benchViews(bench, { rounds, network: 'slow 4G', of: all });
      const lists = Object.fromEntries(Object.entries(all).filter(([, { who }]) => who === 'demo'));
      rows.push(...(await benchViews(bench, { rounds: Math.ceil(rounds / 2), network: '3G', of: lists })));
      const tab = `A tab that was visited: ${(await revisit(bench, rounds)).toFixed(0)} ms.`;
      await write('views', `${table(rows)}\n\n${tab}`);
    }
    if (measures('landings'))
      await write('landings', await benchLandings(bench, { rounds, network: 'slow 4G', before }));
    if (measures('embeds'))
      await write('embeds', table(await benchEmbeds(bench, { rounds, network: 'slow 4G' })));
  } finally {
    await before?.close();
    await bench.close();
  }
}
if (measures('old')) {
  const bench = await openBench(folder, cpu);
  const before = await openBefore();
  try {
    await write('old', await benchOld(bench, Math.ceil(rounds / 2), before));
  } finally {
    await before?.close();
    await bench.close();
  }
}
if (measures('day')) {
  const bench = await openBench(folder, cpu);
  const before = await openBefore();
  try {
    await write('day', await benchDay(bench, Math.ceil(rounds / 2), before));
  } finally {
    await before?.close();
    await bench.close();
  }
}
if (measures('lists')) {
  const bench = await openBench(folder, cpu);
  try {
    await write('lists', await benchLists(() => bench.open(), cpu, Math.ceil(rounds / 2)));
  } finally {
    await bench.close();
  }
}
if (measures('desk')) await write('desk', await benchDesk(`${folder}/server/main.mjs`));
if (parts.includes('clone')) await print('clone', await benchClone(['HEAD']));
if (measures('start')) await write('start', await benchStart([`${folder}/server/main.mjs`]));
if (measures('polls')) await write('polls', await benchPolls(`${folder}/server/main.mjs`));
if (measures('gateway')) {
  const before = process.env.BEFORE && { before: `${process.env.BEFORE}/server/main.mjs` };
  await write('gateway', await benchGateway({ ...before, now: `${folder}/server/main.mjs` }));
}
if (measures('money')) await print('money', await benchMoney([`${folder}/server/main.mjs`]));
if (measures('webhooks')) await write('webhooks', await benchWebhooks([`${folder}/server/main.mjs`]));
if (measures('live')) await write('live', await benchLive(`${folder}/server/main.mjs`));
if (measures('shop')) {
  const browser = await chromium.launch(launchOptions());
  try {
    const shop = await benchShop(browser, `${folder}/server/main.mjs`, cpu);
    const rows = Object.entries(shop).map(([name, ms]) => `${name.padEnd(36)}${String(ms).padStart(24)}`);
    await print('shop', rows.join('\n'));
  } finally {
    await browser.close();
  }
}
