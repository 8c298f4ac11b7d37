import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embedFeatures } from '../../src/contract/embed/features';
import * as session from '../../src/contract/member/auth';
import { connectPartner } from '../../src/contract/site/web';
import { ask as askAt, call, env, link, secret, shop } from './support/embed';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway; folder: string; id: string }>(
  'what partners copy from docs/embedding.md',
);

test.before(async (context) => {
  context.gateway = await openGateway({ env });
  context.id = (await addMember(context.gateway)).id;
  await link(context.gateway, context.id);
  context.folder = mkdtempSync(join(tmpdir(), 'cloudphone-samples-'));
});
test.after(async ({ gateway, folder }) => {
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

const freePort = () =>
  new Promise<number>((settle) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as { port: number };
      server.close(() => settle(port));
    });
  });

/** Runs a sample, as it stands there, until `work` is done. */
async function run(
  { gateway, folder, id }: { gateway: TestGateway; folder: string; id: string },
  own: Record<string, string>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const [, code = ''] =
    /```js\n(import \{ createHmac[\s\S]*?)```/.exec(readFileSync('docs/embedding.md', 'utf8')) ?? [];
  assert.match(code, 'createServer');
  const file = join(folder, 'server.mjs');
  writeFileSync(file, code.replace("'demo'", JSON.stringify(id)));
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [file], {
    env: {
      ...process.env,
      CLOUDPHONE: gateway.url,
      PARTNER: 'p_shop',
      ORIGIN: shop,
      PORT: String(port),
      CLOUDPHONE_SECRET: secret,
      ...own,
    },
    stdio: 'inherit',
  });
  const url = `http://localhost:${port}/cp/embed-token`;
  try {
    for (let tries = 0; tries < 100; tries++)
      if (await fetch(url).catch(() => undefined)) break;
      else await new Promise((rest) => setTimeout(rest, 50));
    await work(url);
  } finally {
    child.kill();
  }
}

const ask = (url: string, headers: Record<string, string>, feature = 'wallet') =>
  fetch(url, {
    method: 'POST',
    headers: { origin: shop, ...headers },
    body: JSON.stringify({ feature, reason: 'use' }),
  });
/** What a token allows: all that the feature has, or a member's withdrawal would fail at its last step. */
const allowed = async (gateway: TestGateway, token: string) =>
  (await call(gateway, token, session.getInfo)).body.scopes;
const signedIn = { cookie: 'sid=a-session-of-yours' };

test('the server that is written there gives out tokens that work, to its own pages and customers only', (the) =>
  run(the, {}, async (url) => {
    const answer = await (await ask(url, signedIn)).json();
    assert.equal(Object.keys(answer).sort(), ['expiresIn', 'subject', 'token']);
    for (const [feature, { scopes }] of Object.entries(embedFeatures)) {
      const { token } = await (await ask(url, signedIn, feature)).json();
      assert.equal(await allowed(the.gateway, token), scopes, feature);
    }
    assert.is((await ask(url, {})).status, 401);
    assert.is((await ask(url, { ...signedIn, origin: 'https://evil.example' })).status, 404);
  }));

test('it hands on why it got none, in words for a developer', (the) =>
  run(the, { CLOUDPHONE_SECRET: 'another secret, by mistake' }, async (url) => {
    const answer = await ask(url, signedIn);
    assert.is(answer.status, 401);
    assert.match(await answer.text(), /"error":"signature_wrong","message":"X-Signature is not the hex HMAC/);
  }));

test('a customer who is new agrees on our page, comes back to it with a code, and has a token', (the) =>
  run({ ...the, id: 'newcomer' }, {}, async (url) => {
    assert.is((await (await ask(url, signedIn)).json()).error, 'member_not_linked');
    const back = new URL(`/cp/connected?cloudphone_code=${await codeOf(the.gateway, 'newcomer')}`, url);
    const go = (headers: Record<string, string>) => fetch(back, { headers, redirect: 'manual' });
    assert.is((await go({})).status, 404, 'nobody is signed in');
    const arrived = await go(signedIn);
    assert.equal([arrived.status, arrived.headers.get('location')], [303, '/']);
    assert.match((await ask(url, signedIn).then((answer) => answer.json())).token, /^et_/);
    assert.match(await (await go(signedIn)).text(), '"error":"code_refused"');
  }));

const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const others: [string, [string, ...string[]], boolean][] = [
  ['PHP', ['php', 'docs/samples/mint.php'], runs('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);')],
  ['Java', ['java', 'docs/samples/Mint.java'], runs('java', '-version')],
];
/** A customer agrees on our page; answers the code that their browser brings back to the shop. */
async function codeOf(gateway: TestGateway, customer: string): Promise<string> {
  const { connectUrl } = await askAt(gateway, { member: customer });
  const request = new URL(connectUrl.replace('/#/', '/')).searchParams.get('request')!;
  const here = await gateway.signIn((await addMember(gateway)).id);
  const { returnTo } = (await gateway.send(connectPartner, { request }, here)).body;
  return new URL(returnTo).searchParams.get('cloudphone_code')!;
}

for (const [language, [program, file = ''], here] of others) {
  const say = async (gateway: TestGateway, ...args: string[]) => {
    const child = spawn(program, [file, gateway.url, 'p_shop', ...args], {
      env: { ...process.env, CLOUDPHONE_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    for await (const part of child.stdout) said += part;
    return said;
  };
  (here ? test : test.skip)(
    `the sample in ${language} gets a token that works, and connects a customer`,
    async ({ gateway, id }) => {
      const said = await say(gateway, id, 'wallet', shop);
      const [token = ''] = /et_[\w-]+/.exec(said) ?? [];
      assert.equal(await allowed(gateway, token), embedFeatures.wallet.scopes, said);
      assert.match(said, /"subject":"[\w-]{22}"/);

      const customer = `a "quoted" \\ ${language} 顾客`;
      const code = await codeOf(gateway, customer);
      assert.match(await say(gateway, customer, code), '"linked":true');
      assert.match(await say(gateway, customer, code), 'code_refused');
      assert.match(await say(gateway, customer, 'wallet', shop), /et_/);
    },
  );
}

test.run();
