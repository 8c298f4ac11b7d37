import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { migrations } from '../../../src/server/schema/migrations';
import { readSettings } from '../../../src/server/settings/settings';

/** Changes that break the previous version, which is still running while a new one migrates the schema. */
const breaking =
  /\b(drop (table|column)|rename (to|column)|alter column \w+ (type|set data type|set not null)|set not null)\b/i;
/** Ran before there were versions side by side. */
const older = new Set(['003-posting-order-filled']);

test('a migration takes nothing away from the version before, which still runs beside it', () => {
  assert.ok(migrations.length > 20);
  const found = migrations
    .filter((one) => 'sql' in one && breaking.test(one.sql) && !older.has(one.id))
    .map(({ id }) => id);
  assert.equal(found, []);
  assert.ok(breaking.test('alter table a drop column b'), 'the test sees one');
});

test('docs/operate.md says what to do for every alert', () => {
  const alerts = [...readFileSync('deploy/prometheus-alerts.yml', 'utf8').matchAll(/alert: (\w+)/g)];
  const page = readFileSync('docs/operate.md', 'utf8');
  assert.ok(alerts.length > 10);
  assert.equal(
    alerts.map(([, name]) => name).filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
});

test('the image contains, and the unit starts, files that the build makes', () => {
  const start = 'dist/server/main.mjs';
  assert.ok(readFileSync('Dockerfile', 'utf8').includes(start));
  assert.ok(readFileSync('deploy/cloudphone@.service', 'utf8').includes(start));
  assert.ok(readFileSync('package.json', 'utf8').includes(start));
});

test('the sample of settings starts a gateway once what is empty is filled in', () => {
  const given = readFileSync('deploy/env.sample', 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  const filled = {
    MAIL_SMTP_URL: 'smtp://localhost',
    MAIL_FROM: 'a@cloud.example',
    SECRETS_KEY: 'm5-what-the-database-keeps-secret-2c',
  };
  const env = Object.fromEntries(
    given.map(([name, value]) => [
      name,
      value || (filled as Record<string, string>)[name] || 'k4-one-of-your-own-0f93-for-each-of-them',
    ]),
  );
  assert.is(readSettings(env).production, true);
});

test.run();
