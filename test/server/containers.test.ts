// @rarely: starts containers; no call depends on it

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { openPostgres } from '../../src/server/db/postgres';
import { audit } from '../../src/server/ledger/audit';
import { readSettings } from '../../src/server/settings/settings';
import { freePort } from '../../tools/programs/gateway.mjs';
import { addressOf, asAdmin, engine } from './support/database';
import { has, installed } from './support/installed';

interface Service {
  environment: Record<string, string | number>;
  command?: string[];
  volumes: string[];
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  ports?: string[];
  build?: unknown;
}

const compose: { services: Record<string, Service>; volumes: Record<string, null> } = parse(
  readFileSync('compose.yaml', 'utf8'),
  { merge: true },
);
const { gateway, backup, restore } = compose.services as Record<'gateway' | 'backup' | 'restore', Service>;
const dockerfile = readFileSync('Dockerfile', 'utf8');

/** `.env`, as an operator fills in the sample. */
const filled = parseEnv(readFileSync('deploy/env.sample', 'utf8')) as Record<string, string>;
Object.assign(filled, {
  MAIL_SMTP_URL: 'smtp://localhost:1',
  MAIL_FROM: 'a@cloud.example',
  POSTGRES_PASSWORD: 'kept-in-env-0f93',
  SIGNING_SECRET: 'k4-every-phone-has-this-one-0f93',
  SECRETS_KEY: 'm5-what-the-database-keeps-secret-2c',
});

/** The environment of a service, with the variables of `.env` and of its image. */
function environmentOf(service: Service, image: Record<string, string>): Record<string, string> {
  const given = Object.entries(service.environment).map(([name, value]) => [
    name,
    String(value).replace(/\$\{(\w+)[^}]*\}/g, (_, variable: string) => filled[variable] ?? ''),
  ]);
  return { ...image, ...filled, ...Object.fromEntries(given) };
}

/** The variables that the Dockerfile sets in a stage. */
const imageOf = (stage: string) =>
  Object.fromEntries(
    [...stage.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map((one) => one.split('=') as [string, string]),
    ),
  );
const [, , ofBackup = '', ofGateway = ''] = dockerfile.split(/^FROM /m);

test('the containers of a company begin with settings that start a gateway', () => {
  const settings = readSettings(environmentOf(gateway, imageOf(ofGateway)));
  assert.equal(
    [settings.production, settings.listen, settings.trustProxy, settings.metricsListen?.port],
    [true, { host: '::', port: 8080 }, 1, 9464],
  );
  const published = (gateway.ports ?? []).map((port) => port.split(':'));
  assert.ok(published.every(([address]) => address === '127.0.0.1'));
  assert.match(readFileSync('deploy/prometheus.yml', 'utf8'), '127.0.0.1:9464');
  const job = /job="(\w+)"/.exec(readFileSync('deploy/prometheus-alerts.yml', 'utf8'))?.[1];
  assert.match(readFileSync('deploy/prometheus.yml', 'utf8'), `job_name: ${job}`);
});

test('nothing in a container is written but its volumes and what is in memory', () => {
  for (const service of [gateway, backup, restore]) {
    assert.equal([service.read_only, service.tmpfs, service.cap_drop], [true, ['/tmp'], ['ALL']]);
    for (const volume of service.volumes) assert.ok(volume.split(':')[0]! in compose.volumes, volume);
  }
  assert.is(imageOf(ofGateway).XDG_CONFIG_HOME, '/tmp');
  for (const stage of [ofBackup, ofGateway]) assert.match(stage, /^USER (node|1000:1000)$/m);
});

/** Runs a command as a container of the service does: its user, its environment, and a disk that cannot be written. */
function contain(
  root: string,
  command: string[],
  { env, mounts }: { env: Record<string, string>; mounts: [from: string, to: string, mode: 'rw' | 'ro'][] },
): ChildProcess & { said(): string } {
  const folders = mounts.map(
    ([from, to, mode]) =>
      `mount --bind ${from} /mnt/root${to}${mode === 'ro' ? ` && mount -o remount,bind,ro /mnt/root${to}` : ''}`,
  );
  const script = [
    'set -e',
    'mount -t tmpfs tmpfs /mnt',
    `mkdir -p /mnt/root`,
    'mount --rbind / /mnt/root',
    `mount --bind ${root} /mnt/root/srv`,
    ...folders,
    'exec 3< /mnt/root',
    'mount -t tmpfs tmpfs /mnt/root/tmp',
    'chmod 1777 /mnt/root/tmp',
    'mount -o remount,bind,ro /mnt/root',
    'mount -o remount,bind,ro /mnt/root/srv',
    'exec chroot /mnt/root setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all env --chdir=/srv "$@"',
  ].join('\n');
  const given = Object.entries({ ...env, PATH: process.env.PATH ?? '' }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const child = spawn(
    'unshare',
    ['--mount', '--propagation=private', '/bin/bash', '-c', script, 'x', '-i', ...given, ...command],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (said += text));
  return Object.assign(child, { said: () => said });
}

/** Waits until a program has printed something, or has ended. */
async function until(child: ReturnType<typeof contain>, what: RegExp): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (what.test(child.said())) return;
    if (child.exitCode !== null) break;
    await new Promise((rest) => setTimeout(rest, 100));
  }
  throw new Error(`It never said ${what}:\n${child.said()}`);
}

async function end(child: ReturnType<typeof contain>): Promise<void> {
  const ended = new Promise((settle) => child.once('exit', settle));
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await ended;
}

const ended = (child: ReturnType<typeof contain>) =>
  new Promise<void>((settle, fail) =>
    child.once('exit', (code) => (code === 0 ? settle() : fail(new Error(child.said())))),
  );

if (engine === 'pg')
  test('the programs of each container do their work on a disk that cannot be written', async () => {
    const lacks = ['unshare', 'setpriv', 'pg_dump'].filter((program) => !has(program));
    if (process.getuid?.() !== 0) lacks.push('root');
    if (lacks.length) return console.log(`left out, for want of ${lacks.join(', ')}`);
    const root = await installed();
    const place = mkdtempSync(path.join(tmpdir(), 'cloudphone-volumes-'));
    execFileSync('chmod', ['755', place]);
    for (const name of ['files', 'backups', 'restored']) {
      mkdirSync(path.join(place, name), { mode: 0o700 });
      chownSync(path.join(place, name), 1000, 1000);
    }
    const names = [1, 2].map(() => `cloudphone_${randomUUID().replace(/-/g, '')}`);
    for (const name of names) await asAdmin(`create database ${name}`);
    const [data, backups, fresh] = ['files', 'backups', 'restored'].map((name) => path.join(place, name));
    const [app, desk, figures] = [await freePort(), await freePort(), await freePort()];
    const env = {
      ...environmentOf(gateway, imageOf(ofGateway)),
      DATABASE_URL: addressOf(names[0]!),
      LISTEN: `:${app}`,
      OPERATOR_LISTEN: `0.0.0.0:${desk}`,
      METRICS_LISTEN: `0.0.0.0:${figures}`,
    };
    // `/data` and `/backup` are folders of this machine that exist
    const there = { DATA_DIR: '/media', BACKUP_DIR: '/opt' };
    const running: ReturnType<typeof contain>[] = [];
    const start = (...given: Parameters<typeof contain>) => {
      const child = contain(...given);
      running.push(child);
      return child;
    };
    try {
      const files: [string, string, 'rw'] = [data!, '/media', 'rw'];
      const serving = start(root, ['node', 'dist/server/main.mjs'], {
        env: { ...env, ...there },
        mounts: [files],
      });
      await until(serving, /Cloudphone: /);
      assert.is((await fetch(`http://127.0.0.1:${app}/readyz`)).status, 200);
      assert.match(serving.said(), /"settings":\{.*"PUBLIC_URL":"https:\/\/cloud\.example".*"msg":"started"/);
      for (const name of ['SIGNING_SECRET', 'SECRETS_KEY']) assert.not.match(serving.said(), filled[name]!);
      assert.match(
        await (await fetch(`http://127.0.0.1:${figures}/metrics`)).text(),
        'cloudphone_uploads_taken 1',
      );
      const admin = start(root, ['node', 'dist/server/first-admin.mjs', 'ada'], {
        env: { ...env, ...there },
        mounts: [files],
      });
      await ended(admin);
      assert.match(admin.said(), /desk join \S+/);

      const given = { ...environmentOf(backup, imageOf(ofBackup)), ...there };
      const nightly = start(root, ['deploy/backup-nightly.sh'], {
        env: { ...given, DATABASE_URL: addressOf(names[0]!) },
        mounts: [
          [data!, '/media', 'ro'],
          [backups!, '/opt', 'rw'],
        ],
      });
      await until(nightly, /Backup: /);
      await end(nightly);
      const [taken = ''] = readdirSync(backups!).filter((name) => name.endsWith('Z'));
      assert.ok(existsSync(path.join(backups!, taken, 'database.dump')));

      const restoring = start(
        root,
        (restore.command ?? []).map((part) => part.replace('/backup', '/opt')),
        {
          env: { ...given, DATABASE_URL: addressOf(names[1]!) },
          mounts: [
            [fresh!, '/media', 'rw'],
            [backups!, '/opt', 'ro'],
          ],
        },
      );
      await ended(restoring);
      assert.match(restoring.said(), 'Restored, as of');
      const db = await openPostgres(addressOf(names[1]!), () => {});
      try {
        assert.equal(await audit(db.run), {});
        const people = await db.run.selectFrom('operator').select('name').execute();
        assert.equal(people, [{ name: 'ada' }]);
      } finally {
        await db.close();
      }
    } finally {
      for (const child of running) await end(child);
      for (const name of names) await asAdmin(`drop database ${name} with (force)`);
      rmSync(place, { recursive: true });
    }
  });

test.run();
