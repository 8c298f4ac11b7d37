import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import { buildServer } from '../build/server.mjs';
import { startGateway } from '../programs/gateway.mjs';
import { startOwnPostgres } from '../programs/postgres.mjs';
import { md5, readiness, secret, send, signIn, untilReadiness } from './phone.mjs';
import { lost, phones } from './transfers.mjs';

// node tools/load/faults.mjs: three gateways on one PostgreSQL while faults are injected. Members transfer promotion value to each other
// continuously. Every acknowledged transfer must exist once, whatever fails; requests that cannot be served get 503 with `retry-after`,
// or no response at all; and readiness must report the true state.

/** @import { Gateway } from './phone.mjs' */

const env = { SIGNING_SECRET: secret, PAY_PASSWORD_FROM: 'off', DEMO: 'on' };

/** @type {{ name: string, held: boolean, said: string }[]} */
const results = [];
/** @type {(name: string, held: boolean, said: string) => void} */
const report = (name, held, said) => {
  results.push({ name, held, said });
  console.log(`${held ? 'held' : 'FAIL'}  ${name}: ${said}`);
};

/** @type {(writer: ReturnType<typeof phones>, database: pg.Pool, name: string, more?: string, held?: boolean) => Promise<void>} */
async function settle(writer, database, name, more = '', held = true) {
  await writer.stop();
  const { missing, brokenBooks } = await lost(database, writer.acknowledged);
  const answers = Object.entries(writer.answers)
    .map(([status, times]) => `${times} × ${status === '0' ? 'no answer' : status}`)
    .join(', ');
  const well = held && !missing && !brokenBooks && !writer.wrong.length && writer.acknowledged.length > 0;
  const faults = [...new Set(writer.wrong)].join('; ');
  report(
    name,
    well,
    `${writer.acknowledged.length} acknowledged, ${missing} lost, ${brokenBooks} accounts out of order (${answers})${more && `; ${more}`}${faults && `; ${faults}`}`,
  );
}

export async function playFaults() {
  await buildServer();
  const postgres = await startOwnPostgres({ durable: true });
  const database = new pg.Pool({ connectionString: postgres.url, max: 2 });
  database.on('error', () => {});
  const shared = { ...env, DATABASE_URL: postgres.url };
  /** @type {Gateway[]} */
  const gateways = [];
  try {
    gateways.push(await startGateway(shared));
    for (let nth = 1; nth < 3; nth++) gateways.push(await startGateway(shared));
    const [first] = gateways;
    if (!first) throw new Error('no gateway');
    const members = [await signIn(first, 'demo'), await signIn(first, 'lee')];
    const [demo] = members;
    const all = () => gateways;

    // kill -9
    let writer = phones(all, members);
    for (let nth = 0; nth < 3; nth++) {
      await rest(1500);
      await gateways[1]?.kill();
      gateways[1] = await startGateway({ ...shared, data: gateways[1]?.data ?? '' });
    }
    await settle(writer, database, 'kill -9 of a gateway, three times');

    // the database is stopped and restarted
    writer = phones(all, members);
    await rest(1500);
    await postgres.pull();
    const noticed = await untilReadiness(first, 503);
    await rest(2500);
    const down = await send(first, 'txUser/getInfo', {}, demo);
    const errors = first.said().match(/"err":\{/g)?.length ?? 0;
    await postgres.plug();
    const back = await untilReadiness(first, 200);
    await rest(1500);
    await settle(
      writer,
      database,
      'the database gone for some seconds, and back',
      `readiness 503 after ${noticed} ms and 200 ${back} ms after it was back; meanwhile ${down.status}, retry-after ${down.retryAfter} s, and ${errors} errors in the log`,
      noticed >= 0 && back >= 0 && errors < 10 && down.status === 503 && down.retryAfter > 0,
    );

    // a locked table
    writer = phones(all, members);
    await rest(1000);
    const locker = await database.connect();
    await locker.query('begin; lock table account in access exclusive mode');
    await rest(1500);
    const [ready, other] = [await readiness(first), await send(first, 'txUser/getInfo', {}, demo)];
    await rest(6000);
    await locker.query('rollback');
    locker.release();
    await rest(1000);
    await settle(
      writer,
      database,
      'a table locked for eight seconds',
      `readiness ${ready}; a call that does not need it ${other.status} in ${other.ms} ms`,
      ready === 200 && other.status === 200 && other.ms < 2000,
    );

    // a clock three days ahead
    const before = await database.query('select count(*)::int as n from nonce');
    const shift = `data:text/javascript,const own=Date.now,ms=259200000;globalThis.Date=class extends Date{constructor(...a){a.length?super(...a):super(own()+ms)}static now(){return own()+ms}}`;
    const early = await startGateway({ ...shared, NODE_OPTIONS: `--import ${shift}` }).catch(
      (error) => error,
    );
    if (early instanceof Error)
      report(
        'a gateway whose clock is three days ahead',
        /did not start/.test(early.message),
        'never becomes ready',
      );
    else {
      const state = await (await fetch(`${early.url}/health`)).text();
      report('a gateway whose clock is three days ahead', false, `ready: ${state}`);
      await early.stop();
    }
    const after = await database.query('select count(*)::int as n from nonce');
    report(
      'what it does to the others’ data',
      after.rows[0].n >= before.rows[0].n,
      `${before.rows[0].n} nonces before, ${after.rows[0].n} after`,
    );

    await diskFull(shared, demo);
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await database.end();
    await postgres.stop();
  }
  return {
    passed: results.filter(({ held }) => held).length,
    failed: results.filter(({ held }) => !held).length,
  };
}

/**
 * Milliseconds until a gateway that is ready says that it takes uploads, or that it takes none; -1 after eight seconds.
 * @param {Gateway} gateway
 * @param {boolean} taken
 */
async function untilUploads(gateway, taken) {
  const began = Date.now();
  while (Date.now() - began < 8000) {
    const answer = await fetch(`${gateway.url}/readyz`);
    const { uploads = true } = /** @type {any} */ (await answer.json());
    if (answer.status === 200 && uploads === taken) return Date.now() - began;
    await rest(100);
  }
  return -1;
}

/**
 * A gateway with a full disk, on a file system of two megabytes; reports if none can be mounted.
 * @param {Record<string, string>} shared
 * @param {{ token: string, userId: string } | undefined} who
 */
async function diskFull(shared, who) {
  const data = mkdtempSync(join(tmpdir(), 'cloudphone-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', data], { stdio: 'ignore' });
  } catch {
    console.log('skip  a full disk: no file system can be mounted here');
    rmSync(data, { recursive: true });
    return;
  }
  const gateway = await startGateway({ ...shared, data });
  try {
    mkdirSync(join(data, 'pictures'), { recursive: true });
    try {
      writeFileSync(join(data, 'filler'), Buffer.alloc(4 * 1024 * 1024));
    } catch {
      // as much as fits
    }
    const noticed = await untilUploads(gateway, false);
    const file = Buffer.alloc(300_000, 7);
    file.set([0xff, 0xd8, 0xff]);
    const header = { uuid: randomUUID(), appid: 'h5', authToken: who?.token ?? '', timestamp: Date.now() };
    const upload = {
      field: 'imageFile',
      name: 'a.jpg',
      size: file.length,
      md5: createHash('md5').update(file).digest('hex'),
    };
    const payload = JSON.stringify({ header, body: { data: upload } });
    const form = new FormData();
    form.append('payload', payload);
    form.append('imageFile', new Blob([file]), 'a.jpg');
    const headers = { Token: md5(secret + payload + secret), userId: who?.userId ?? '' };
    const answer = await fetch(`${gateway.url}/api/upload`, { method: 'POST', headers, body: form });
    const still = await send(gateway, 'txUser/getInfo', {}, who);
    rmSync(join(data, 'filler'), { force: true });
    const back = await untilUploads(gateway, true);
    if (back < 0) console.log(gateway.said().slice(-1500));
    report(
      'a full disk',
      noticed >= 0 && back >= 0 && answer.status === 503 && still.status === 200,
      `readiness 200 and no uploads after ${noticed} ms, uploads ${back} ms after there was room; an upload ${answer.status}, retry-after ${answer.headers.get('retry-after')} s; what needs no disk ${still.status}`,
    );
  } finally {
    await gateway.kill();
    execFileSync('umount', [data], { stdio: 'ignore' });
    rmSync(data, { recursive: true, force: true });
  }
}

if (process.argv[1]?.endsWith('faults.mjs')) {
  const { failed } = await playFaults();
  process.exit(failed ? 1 : 0);
}
