import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readProgram } from '../../src/server/program';
import { startGateway } from '../../tools/programs/gateway.mjs';
import { addressOf, asAdmin, engine } from './support/database';
import { installed } from './support/installed';

/** The exit code of a gateway with an impossible setting, and the stack trace in its log. */
async function failedStart(program: string): Promise<{ status: number | null; stack: string }> {
  const { status, stderr } = spawnSync(process.execPath, [program], {
    env: { PATH: process.env.PATH, COUNTRY: 'mars' },
    encoding: 'utf8',
  });
  return { status, stack: JSON.parse(stderr.split('\n')[0] ?? '').err.stack };
}

/** A copy of some of the gateway's files, beside the installed ones. */
async function copied(...names: string[]): Promise<string> {
  const from = path.join(await installed(), 'dist/server');
  const folder = await mkdtemp(`${from}-`);
  for (const name of names) copyFileSync(path.join(from, name), path.join(folder, name));
  return folder;
}

test('an error that ends the start names the file and the line of the source that threw it', async () => {
  const { status, stack } = await failedStart(path.join(await installed(), 'dist/server/main.mjs'));
  assert.is(status, 1);
  assert.match(stack, /^Error: The settings need attention:\n {2}COUNTRY must be/);
  const [, file = '', line, column] = /\n {4}at readSettings \((.*):(\d+):(\d+)\)\n/.exec(stack) ?? [];
  assert.is(file, path.resolve('src/server/settings/settings.ts'));
  const thrown = readFileSync(file, 'utf8').split('\n')[Number(line) - 1];
  assert.match(thrown ?? '', 'throw new InvalidSettings(');
  assert.is(thrown?.indexOf('new InvalidSettings('), Number(column) - 1);
});

test('without its source map the gateway still logs why it cannot start', async () => {
  const { status, stack } = await failedStart(
    path.join(await copied('main.mjs', 'gateway.cjs', 'gateway.cache'), 'main.mjs'),
  );
  assert.is(status, 1);
  assert.match(stack, /COUNTRY must be[\s\S]*at readSettings \(.*gateway\.cjs:\d+:\d+\)/);
});

test('an error while the file is read names the source, and not a line that is as long as the file', async () => {
  const folder = await copied('main.mjs', 'gateway.cjs', 'gateway.cjs.map');
  const file = path.join(folder, 'gateway.cjs');
  const broken = readFileSync(file, 'utf8').replace('var migrations', 'null.missing;var migrations');
  writeFileSync(file, broken);
  const { status, stderr } = spawnSync(process.execPath, [path.join(folder, 'main.mjs')], {
    encoding: 'utf8',
  });
  assert.is(status, 1);
  assert.match(stderr, /^TypeError: Cannot read properties of null[\s\S]*src\/server\/\S+\.ts:\d+/);
  assert.ok(stderr.length < 5000);
});

test('a start uses what was compiled for this very text, and compiles any other', async () => {
  assert.is(readProgram(path.join(await installed(), 'dist/server')).compiled, true);
  const folder = await copied('gateway.cjs', 'gateway.cache');
  const compiled = () => readProgram(folder).compiled;
  assert.is(compiled(), false, 'the traces of a copy would name the original');
  readProgram(folder).keep();
  assert.is(compiled(), true);
  const file = path.join(folder, 'gateway.cjs');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('must be one of', 'may be one of ')); // V8 compares only the length
  assert.is(compiled(), false);
  readProgram(folder).keep();
  assert.is(compiled(), true);
  writeFileSync(path.join(folder, 'gateway.cache'), 'short');
  assert.is(compiled(), false);
  rmSync(path.join(folder, 'gateway.cache'));
  assert.is(compiled(), false);
});

test('the build compiles ahead what a start calls, not only what it calls first', async () => {
  const folder = await copied('gateway.cjs', 'gateway.cache');
  const size = () => readFileSync(path.join(folder, 'gateway.cache')).length;
  const warmedUp = size();
  rmSync(path.join(folder, 'gateway.cache'));
  readProgram(folder).keep();
  assert.ok(warmedUp > 1.8 * size(), `${warmedUp} and ${size()} bytes`);
});

test('an operator reads at the start where the gateway is and which database it uses', async () => {
  const program = path.join(await installed(), 'dist/server/main.mjs');
  const start = async (env: Record<string, string> = {}) => {
    const { said, stop, data, url } = await startGateway({ program, DEMO: 'off', ...env });
    const { port } = new URL(url);
    for (let tries = 0; tries < 100 && !said().includes('Mails and'); tries++) await rest(50);
    assert.is(await stop(), 0);
    const [, database] =
      new RegExp(`^Cloudphone: http://localhost:${port} \\((.*)\\)$`, 'm').exec(said()) ?? [];
    return { database, data };
  };
  const { database, data } = await start();
  assert.is(database, `embedded database in ${data}`);
  if (engine !== 'pg') return;
  const name = `cloudphone_${randomUUID().replace(/-/g, '')}`;
  await asAdmin(`create database ${name}`);
  assert.is((await start({ DATABASE_URL: addressOf(name) })).database, 'PostgreSQL');
  await asAdmin(`drop database ${name}`);
});

test.run();
