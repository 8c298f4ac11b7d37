// @rarely: the text of the metrics; a broken metric breaks no call

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { queueMessage } from '../../src/server/delivery/outbox';
import { enqueue } from '../../src/server/jobs/jobs';
import { measurements } from '../../src/server/measurements';
import { checkLedger } from '../../src/server/metrics/check-ledger';
import { createMetrics, type Metrics } from '../../src/server/metrics/metrics';
import { buildMetrics } from '../../src/server/metrics/serve-metrics';
import { readSettings } from '../../src/server/settings/settings';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { give } from './support/shop';

interface Context {
  gateway: TestGateway;
  metrics: Metrics;
  lines: Record<string, any>[];
  leaving: AbortController;
  /** The sample of this name and these labels. */
  sample(name: string, ...labels: string[]): Promise<number | undefined>;
}

const test = suite<Context>('metrics');
test.before.each(async (context) => {
  context.lines = [];
  context.leaving = new AbortController();
  let metrics: Metrics | undefined;
  context.gateway = await openGateway({
    env: { LOG_LEVEL: 'info' },
    log: (line) => context.lines.push(JSON.parse(line)),
    leaving: context.leaving.signal,
    metricsOf: (db) => (metrics = createMetrics(db, Date.now, measurements)),
  });
  context.metrics = metrics!;
  const figures = buildMetrics(context.metrics);
  context.sample = async (name, ...labels) => {
    const { body } = await figures.inject('/metrics');
    const line = body
      .split('\n')
      .find(
        (one) =>
          (one.startsWith(`${name} `) || one.startsWith(`${name}{`)) && labels.every((l) => one.includes(l)),
      );
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  };
});
test.after.each(async ({ gateway, metrics }) => {
  metrics.stop();
  await gateway.close().catch(() => {});
});

test('calls are counted by route, status and outcome, and timed', async ({ gateway, sample }) => {
  const { id } = await addMember(gateway);
  const as = await gateway.signIn(id);
  await gateway.send('txUser/balance', {}, as);
  await gateway.send('txUser/balance', {}, as);
  await gateway.send('txUser/balance', {});
  const of = (outcome: string) =>
    sample('cloudphone_calls_total', 'call="txUser/balance"', 'status="200"', `outcome="${outcome}"`);
  assert.equal([await of('1'), await of('510')], [2, 1]);
  assert.is(await sample('cloudphone_call_seconds_count', 'call="txUser/balance"'), 3);
  const total = await sample('cloudphone_call_seconds_sum', 'call="txUser/balance"');
  assert.ok(total! > 0 && total! < 100, `three short calls take ${total} s`);
  await fetch(`${gateway.url}/files/${randomUUID()}?sign=secret`);
  assert.is(await sample('cloudphone_calls_total', 'call="/files/:id"', 'status="404"'), 1);
});

test('a fault has an id that the member sees, the answer carries and the log is found by', async ({
  gateway,
  lines,
}) => {
  await gateway.db.run.schema.alterTable('member').renameTo('away').execute();
  const { id } = { id: randomUUID() };
  const as = await gateway.signIn(id);
  const { status, message, headers } = await gateway.send('txUser/getInfo', {}, as);
  await gateway.db.run.schema.alterTable('away').renameTo('member').execute();
  assert.is(status, 500);
  const request = headers.get('x-request-id')!;
  assert.is(message, `Something went wrong~ (${request.slice(0, 8)})`);
  const [fault, call] = lines.filter(({ reqId }) => reqId === request);
  assert.is(fault!.err.code, '42P01');
  assert.equal([call!.call, call!.status, call!.outcome], ['txUser/getInfo', 500, '5000']);
});

test('the log has no address that is a key, and nothing of what was sent', async ({ gateway, lines }) => {
  await fetch(`${gateway.url}/files/${randomUUID()}?until=1&sign=Sesame`);
  await gateway.send('txUser/login', { account: 'who', password: 'Sesame' });
  assert.ok(lines.length >= 2);
  assert.not.match(JSON.stringify(lines), 'Sesame');
});

test('each call is in the log, and of the probes those that fail', async ({ gateway, lines }) => {
  await gateway.send('txUser/randomCode', {});
  assert.is((await fetch(`${gateway.url}/livez`)).status, 200);
  const logged = () => lines.flatMap(({ call, status }) => (call ? [`${call} ${status}`] : []));
  assert.ok(logged().includes('txUser/randomCode 200'), logged().join());
  assert.not.ok(
    logged().some((one) => one.startsWith('/livez')),
    logged().join(),
  );
});

test('jobs, the outbox and what waits for people are seen, and since when', async ({ gateway, sample }) => {
  const ago = Date.now() - 120_000;
  await gateway.db.tx(async (tx) => {
    await enqueue(tx, { kind: 'welcome', payload: {} }, ago);
    const dead = await enqueue(tx, { kind: 'sync-machines', payload: {} }, ago);
    await tx.updateTable('job').set({ state: 'dead' }).where('id', '=', dead).execute();
    const mail = { channel: 'mail', subject: '', text: '' } as const;
    await queueMessage(tx, { ...mail, address: 'a@b.example' }, ago);
    // delivered, by a gateway that stopped before it had ended the job
    await queueMessage(tx, { ...mail, address: 'c@d.example' }, ago - 600_000);
    await tx
      .updateTable('message')
      .set({ delivered_at: new Date() })
      .where('address', '=', 'c@d.example')
      .execute();
  });
  assert.is(await sample('cloudphone_jobs', 'state="ready"', 'kind="welcome"'), 1);
  assert.is(await sample('cloudphone_jobs', 'state="dead"', 'kind="sync-machines"'), 1);
  const outbox = (await sample('cloudphone_outbox_seconds'))!;
  assert.ok(outbox >= 120 && outbox < 180, `${outbox}`);
  assert.ok((await sample('cloudphone_job_due_seconds', 'kind="welcome"'))! >= 120);
  assert.is(await sample('cloudphone_waiting', 'queue="withdrawals"'), 0);
  assert.is(await sample('cloudphone_database_up'), 1);
});

test('books that are not in order are seen', async ({ gateway, metrics, sample }) => {
  const { id } = await addMember(gateway);
  await give(gateway, id, 'balance', 100_00);
  await checkLedger(gateway.db, Date.now());
  assert.is(await sample('cloudphone_ledger_in_order'), 1);
  metrics.stop();
  await gateway.db.run
    .updateTable('account')
    .set((is) => ({ balance: is('balance', '+', 1) }))
    .where('member', '=', id)
    .where('kind', '=', 'balance')
    .execute();
  const said = await checkLedger(gateway.db, Date.now()).catch(String);
  assert.match(String(said), 'not in order');
  const fresh = buildMetrics(createMetrics(gateway.db, Date.now, measurements));
  assert.match((await fresh.inject('/metrics')).body, /^cloudphone_ledger_in_order 0$/m);
});

test('requests to providers are counted by host', async ({ sample }) => {
  const provider = createServer((_request, response) => response.writeHead(503).end('no'));
  await new Promise<void>((ready) => provider.listen(0, '127.0.0.1', ready));
  const host = `127.0.0.1:${(provider.address() as AddressInfo).port}`;
  await (await fetch(`http://${host}/pay`)).text();
  provider.close();
  provider.closeAllConnections();
  assert.is(await sample('cloudphone_provider_requests_total', `host="${host}"`, 'status="503"'), 1);
  const seconds = await sample('cloudphone_provider_seconds_sum', `host="${host}"`);
  assert.ok(seconds !== undefined && seconds > 0 && seconds < 30, `${seconds} s`);
  await fetch(`http://${host}/pay`).catch(() => {});
  assert.is(await sample('cloudphone_provider_requests_total', `host="${host}"`, 'status="error"'), 1);
});

test('without its database a gateway is alive, not ready, and still tells its own figures', async ({
  gateway,
  sample,
}) => {
  await gateway.db.close();
  const statusOf = async (at: string) => (await fetch(gateway.url + at)).status;
  assert.equal([await statusOf('/livez'), await statusOf('/readyz')], [200, 503]);
  assert.is(await sample('cloudphone_database_up'), 0);
  assert.is(await sample('cloudphone_calls_total', 'call="/livez"'), 1);
});

test('a gateway says within two seconds that it has lost its database, though it asks it less often', async ({
  gateway,
}) => {
  const statusOf = async () => (await fetch(`${gateway.url}/readyz`)).status;
  const { now } = Date;
  assert.is(await statusOf(), 200);
  await gateway.db.close();
  try {
    Date.now = () => now() + 2000;
    assert.is(await statusOf(), 503);
  } finally {
    Date.now = now;
  }
});

test('a gateway that is about to leave says so while it still serves', async ({ gateway, leaving }) => {
  const statusOf = async (at: string) => (await fetch(gateway.url + at)).status;
  assert.is(await statusOf('/readyz'), 200);
  leaving.abort();
  assert.equal(
    [await statusOf('/readyz'), await statusOf('/health'), await statusOf('/livez')],
    [503, 503, 200],
  );
  assert.is((await gateway.send('txUser/getInfo', {})).code, '510');
});

test('figures are nowhere on the public port, and have a listener only where one is named', async ({
  gateway,
}) => {
  assert.is((await fetch(`${gateway.url}/metrics`)).status, 404);
  assert.is(readSettings({}).metricsListen, undefined);
  assert.equal(readSettings({ METRICS_LISTEN: '127.0.0.1:9100' }).metricsListen, {
    host: '127.0.0.1',
    port: 9100,
  });
  assert.equal(readSettings({ METRICS_LISTEN: '[::1]:9100' }).metricsListen, { host: '::1', port: 9100 });
  assert.throws(() => readSettings({ METRICS_LISTEN: '9100' }), /METRICS_LISTEN must be host:port/);
});

test('a browser’s report of a refusal is in the log without the address’s query, and few of a flood are', async ({
  gateway,
  lines,
}) => {
  const report = (body: unknown, type = 'application/reports+json') =>
    fetch(`${gateway.url}/csp-reports`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const logged = () => lines.flatMap(({ violation }) => violation ?? []);
  const page = 'https://cloud.example/?inviteCode=ABCD#/pages/mine';
  const older = {
    'csp-report': {
      'document-uri': page,
      'violated-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.test/x?y',
    },
  };
  assert.is((await report(older, 'application/csp-report')).status, 204);
  const body = {
    documentURL: page,
    effectiveDirective: 'require-trusted-types-for',
    blockedURL: 'x'.repeat(900),
  };
  assert.is(
    (
      await report([
        { type: 'csp-violation', body },
        { type: 'deprecation', body },
      ])
    ).status,
    204,
  );
  const [first, second, third] = logged();
  assert.equal(first, {
    page: 'https://cloud.example/',
    directive: 'script-src-elem',
    blocked: 'https://evil.test/x',
  });
  assert.equal(
    [second.directive, second.blocked.length, third],
    ['require-trusted-types-for', 200, undefined],
  );
  for (const wrong of ['{', '[]', 'null', '7', '{"csp-report":7}', 'x'.repeat(20_000)])
    assert.ok((await report(wrong)).status < 500, wrong.slice(0, 20));
  const flood = Array.from({ length: 30 }, () => report(Array(5).fill({ type: 'csp-violation', body })));
  await Promise.all(flood);
  assert.ok(logged().length <= 40, `${logged().length} lines`);
  const policy = (await fetch(`${gateway.url}/pages`)).headers.get('content-security-policy') ?? '';
  assert.match(policy, "require-trusted-types-for 'script'");
  assert.match(policy, "trusted-types app cloudphone 'allow-duplicates'");
});

test.run();
