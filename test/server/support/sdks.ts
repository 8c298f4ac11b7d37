import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { embedFeatures } from '../../../src/contract/embed/features';
import * as session from '../../../src/contract/member/auth';
import { call, shop } from './embed';
import { openGateway, type TestGateway } from './open';

const secret = 'a-test-key-of-the-shop-that-nobody-else-has';
const PARTNERS = JSON.stringify([
  { id: 'p_shop', name: 'The Shop', origins: [shop], test: { keys: [{ kid: 'test', secret }] } },
]);

export interface SdkTest {
  gateway: TestGateway;
  failing: Server;
  folder: string;
}

/** A gateway in test mode, and one in front of it that fails on request. */
export async function openSdkTest(): Promise<SdkTest> {
  const gateway = await openGateway({ env: { TEST_MODE: 'on', PARTNERS } });
  const folder = mkdtempSync(join(tmpdir(), 'cloudphone-sdk-'));
  let plan: number[] = [];
  let seen: object[] = [];
  const failing = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    if (request.url === '/plan') {
      plan = JSON.parse(body);
      seen = [];
      return response.end('{}');
    }
    if (request.url === '/seen') return response.end(JSON.stringify(seen));
    seen.push({ key: request.headers['idempotency-key'] ?? '', nonce: request.headers['x-nonce'] });
    const next = plan.shift();
    if (next === 0) return request.socket.destroy();
    if (next) {
      const refusal = { code: next, error: 'busy', message: 'As planned', requestId: 'r' };
      const after = next === 429 ? { 'retry-after': '60' } : {};
      return response.writeHead(next, after).end(JSON.stringify(refusal));
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (!/^(host|connection|content-length|accept-encoding|expect)$/.test(name))
        headers.set(name, String(value));
    const answer = await fetch(gateway.url + request.url, { method: 'POST', headers, body });
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((settle) => failing.listen(0, '127.0.0.1', settle));
  return { gateway, failing, folder };
}

export async function closeSdkTest({ gateway, failing, folder }: SdkTest): Promise<void> {
  failing.closeAllConnections();
  await new Promise((settle) => failing.close(settle));
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
}

/** The environment of each SDK's tests. */
export function environmentOf({ gateway, failing, folder }: SdkTest): Record<string, string> {
  const { port } = failing.address() as { port: number };
  return {
    CLOUDPHONE_GATEWAY: gateway.url,
    CLOUDPHONE_FAILING: `http://127.0.0.1:${port}`,
    CLOUDPHONE_PARTNER: 'p_shop',
    CLOUDPHONE_SECRET: secret,
    CLOUDPHONE_ORIGIN: shop,
    CLOUDPHONE_VECTORS: resolve('sdk/vectors.json'),
    CLOUDPHONE_TOKENS: join(folder, 'tokens'),
  };
}

/** Runs a program of an SDK; fails with all that it printed. */
export async function runSdk(
  the: SdkTest,
  [program = '', ...args]: string[],
  { cwd = '.', env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...environmentOf(the), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text) => (printed += text));
  const status = await new Promise((settle) => child.once('close', settle));
  assert.is(status, 0, printed);
  return printed;
}

/**
 * Runs the tests of an SDK, which have to end with `<number> tests` or unittest's line, and looks at the token that they got: it allows all
 * that the feature has.
 */
export async function testSdk(
  the: SdkTest,
  command: string[],
  at: { cwd?: string; env?: Record<string, string> },
): Promise<void> {
  const tokens = join(the.folder, 'tokens');
  appendFileSync(tokens, '');
  const before = readFileSync(tokens, 'utf8').length;
  const printed = await runSdk(the, command, at);
  const [, count = '0'] = /\b(\d+) tests?\b/.exec(printed) ?? [];
  assert.ok(Number(count) >= 11, `eleven tests or more ran: ${printed}`);
  const token = readFileSync(tokens, 'utf8').slice(before).trim();
  const { scopes } = (await call(the.gateway, token, session.getInfo)).body;
  assert.equal(scopes, embedFeatures.wallet.scopes);
}
