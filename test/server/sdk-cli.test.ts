// @rarely: generated clients; partner-api.test.ts has the calls

import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { client, verifyWebhook } from '../../src/embed/npm/server';
import { setWebhook } from '../../src/server/embed/manage-webhooks';
import { createWorker } from '../../src/server/jobs/worker';
import { workOf } from '../../src/server/work';
import { buildPackage } from '../../tools/build/embed-package.mjs';
import { shop } from './support/embed';
import { closeSdkTest, environmentOf, openSdkTest, type SdkTest } from './support/sdks';

interface The extends SdkTest {
  cli: string;
  env: Record<string, string>;
  target: Server;
  heard: { headers: Record<string, string | string[] | undefined>; body: string }[];
  work(): Promise<void>;
}
const test = suite<The>('the command line for partners');
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

test.before(async (the) => {
  Object.assign(the, await openSdkTest());
  const out = join(the.folder, 'package');
  await buildPackage({ out });
  the.cli = join(out, 'cli.js');
  const { CLOUDPHONE_GATEWAY, CLOUDPHONE_PARTNER, CLOUDPHONE_SECRET } = environmentOf(the);
  the.env = {
    CLOUDPHONE: CLOUDPHONE_GATEWAY!,
    PARTNER: CLOUDPHONE_PARTNER!,
    CLOUDPHONE_SECRET: CLOUDPHONE_SECRET!,
  };
  the.heard = [];
  the.target = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    the.heard.push({ headers: request.headers, body });
    response.writeHead(204).end();
  });
  await new Promise<void>((settle) => the.target.listen(0, '127.0.0.1', settle));
  const { db, settings, files } = the.gateway;
  await setWebhook({ db, settings, now: Date.now }, 'p_shop', 'http://127.0.0.1:9/nobody');
  const account = { gateway: the.env.CLOUDPHONE!, partner: 'p_shop', secret: the.env.CLOUDPHONE_SECRET! };
  const contact = 'cli@example.com';
  const password = 'try-it-out-9';
  await client(account).createMember({ member: 'ann', origin: shop, contact, test: { password } });
  const { kinds } = await workOf(db, settings, { now: Date.now, log: () => {}, files });
  const worker = createWorker({ db, kinds, schedules: [], now: Date.now, log: () => {} });
  the.work = async () => {
    for (let rounds = 0; rounds < 3; rounds++) await worker.work();
  };
});
test.after(async (the) => {
  the.target.closeAllConnections();
  the.target.close();
  await closeSdkTest(the);
});

const start = ({ cli, env }: The, ...args: string[]): ChildProcess =>
  spawn(process.execPath, [cli, ...args], {
    env: { ...process.env, ...env, CLOUDPHONE_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
/** The output of a command, and its exit code. */
async function run(the: The, ...args: string[]) {
  const child = start(the, ...args);
  let printed = '';
  for (const output of [child.stdout!, child.stderr!])
    output.setEncoding('utf8').on('data', (text) => (printed += text));
  const status = await new Promise((settle) => child.once('close', settle));
  return { status, printed };
}
/** Resolves once a running command has printed it. */
const says = (child: ChildProcess, words: string) =>
  new Promise<void>((settle) => {
    let printed = '';
    child.stdout!.setEncoding('utf8').on('data', (text) => {
      printed += text;
      if (printed.includes(words)) settle();
    });
  });

test('an event triggered in test mode reaches the developer’s machine, signed, without older ones', async (the) => {
  await run(the, 'trigger', 'notice.published', '--member', 'ann');
  await the.work();
  const { port } = the.target.address() as { port: number };
  const forward = `http://127.0.0.1:${port}/webhooks`;
  const listening = start(the, 'listen', '--forward', forward, '--interval', '50');
  try {
    await says(listening, 'Listening');
    const forwarded = says(listening, '→ 204');
    const { status, printed } = await run(the, 'trigger', 'notice.published', '--member', 'ann');
    assert.is(status, 0, printed);
    const { id } = JSON.parse(printed);
    await the.work();
    await forwarded;
    assert.is(the.heard.length, 1);
    const [{ headers, body }] = the.heard as [The['heard'][0]];
    const { type, data } = verifyWebhook(secret, headers, body);
    assert.equal([type, data], ['notice.published', { member: 'ann', id }]);
    assert.match(String(headers['webhook-id']), /^msg_/);
  } finally {
    listening.kill();
  }
});

test('a mistake is reported with the valid values and an exit code', async (the) => {
  for (const [args, said] of [
    [[], 'cloudphone listen --forward'],
    [['trigger', 'order.sent', '--member', 'ann'], 'There are: withdrawal.updated, order.paid'],
    [['trigger', 'order.paid', '--member', 'ann'], 'order.paid needs --order'],
    [['trigger', 'order.paid', '--member', 'ann', '--order', 'O1'], 'object_unknown'],
  ] as [string[], string][]) {
    const { status, printed } = await run(the, ...args);
    assert.is(status, 1, printed);
    assert.match(printed, said);
  }
  const wrong = { ...the, env: { ...the.env, CLOUDPHONE_SECRET: 'another, by mistake' } };
  const { status, printed } = await run(wrong, 'listen', '--forward', 'http://127.0.0.1:9');
  assert.equal([status, printed.includes('signature_wrong')], [1, true]);
});

test.run();
