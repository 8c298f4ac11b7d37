// @rarely: starts the samples of the documents, which nothing else uses

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embedFeatures } from '../../src/contract/embed/features';
import * as session from '../../src/contract/member/auth';
import { connectPartner } from '../../src/contract/site/web';
import { webhookSignature } from '../../src/server/embed/send-webhooks';
import { buildPackage } from '../../tools/build/embed-package.mjs';
import { sdkPrograms } from '../../tools/test/sdk-programs.mjs';
import { ask as askAt, call, env, link, secret, shop } from './support/embed';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway; folder: string; id: string }>(
  'what partners copy from docs/embedding',
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

/** The server of a page of the documents: the language of its block, its file, and how a partner starts it. */
interface Sample {
  page: string;
  block: string;
  file: string;
  /** The programs that it needs on the machine; only Node by default. */
  program?: string;
  /** Puts the SDK where the sample finds it, and answers the command. */
  start(folder: string, port: number): Promise<[string, ...string[]]> | [string, ...string[]];
}

const samples: Record<string, Sample> = {
  'without an SDK': {
    page: 'quickstart',
    block: 'js',
    file: 'server.mjs',
    start: () => [process.execPath, 'server.mjs'],
  },
  Node: {
    page: 'quickstart-node',
    block: 'js',
    file: 'server.mjs',
    async start(folder) {
      const out = join(folder, 'node_modules/@cloudphone/embed');
      mkdirSync(out, { recursive: true });
      await buildPackage({ out });
      return [process.execPath, 'server.mjs'];
    },
  },
  Python: {
    page: 'quickstart-python',
    block: 'python',
    file: 'server.py',
    program: 'python',
    start: () => ['python3', 'server.py'],
  },
  PHP: {
    page: 'quickstart-php',
    block: 'php',
    file: 'server.php',
    program: 'php',
    start(folder, port) {
      // as Composer's, which needs its registry
      const load = `<?php spl_autoload_register(fn ($name) => require '${resolve('sdk/php/src')}/' . substr($name, 11) . '.php');`;
      writeFileSync(join(folder, 'autoload.php'), load);
      return ['php', '-S', `localhost:${port}`, 'server.php'];
    },
  },
  Java: {
    page: 'quickstart-java',
    block: 'java',
    file: 'Server.java',
    program: 'java',
    start(folder) {
      const sources = resolve('sdk/java/src/main/java/com/cloudphone/sdk');
      const files = readdirSync(sources).map((file) => join(sources, file));
      const { status, stderr } = spawnSync('javac', [
        '-encoding',
        'UTF-8',
        '-d',
        join(folder, 'sdk'),
        ...files,
      ]);
      assert.is(status, 0, String(stderr));
      return ['java', '-cp', join(folder, 'sdk'), 'Server.java'];
    },
  },
  Go: {
    page: 'quickstart-go',
    block: 'go',
    file: 'main.go',
    program: 'go',
    start(folder) {
      const cwd = folder;
      const sdk = `cloudphone.example/go=${resolve('sdk/go')}`;
      const go = (...args: string[]) => {
        const { status, stderr } = spawnSync('go', args, { cwd, env: goEnv(folder) });
        assert.is(status, 0, String(stderr));
      };
      go('mod', 'init', 'shop.example/server');
      go('mod', 'edit', '-require=cloudphone.example/go@v1.0.0', `-replace=${sdk}`);
      go('build', '-o', 'server', '.');
      return ['./server'];
    },
  },
};
const goEnv = (folder: string) => ({
  ...process.env,
  GOFLAGS: '-mod=mod',
  GOPROXY: 'off',
  GOCACHE: join(folder, 'cache'),
  GOTOOLCHAIN: 'local',
});

interface Running {
  gateway: TestGateway;
  folder: string;
  id: string;
}

/** Runs a sample, as it stands there, until `work` is done. `url`: of its token endpoint. */
async function run(
  name: string,
  { gateway, folder, id }: Running,
  own: Record<string, string>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const { page, block, file, start } = samples[name]!;
  const text = readFileSync(`docs/embedding/${page}.md`, 'utf8');
  const [, code = ''] = new RegExp(`\`\`\`${block}\\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
  assert.match(code, 'a-session-of-yours');
  const place = mkdtempSync(join(folder, 'sample-'));
  writeFileSync(join(place, file), code.replace(/(["'])demo\1/, JSON.stringify(id)));
  const port = await freePort();
  const began = performance.now();
  const [program, ...args] = await start(place, port);
  const child: ChildProcess = spawn(program, args, {
    cwd: place,
    env: {
      ...process.env,
      PYTHONPATH: resolve('sdk/python'),
      AUTOLOAD: join(place, 'autoload.php'),
      CLOUDPHONE: gateway.url,
      PARTNER: 'p_shop',
      ORIGIN: shop,
      PORT: String(port),
      CLOUDPHONE_SECRET: secret,
      CLOUDPHONE_WEBHOOK_SECRET: webhookSecret,
      ...own,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://localhost:${port}/cp/embed-token`;
  try {
    for (let tries = 0; tries < 400; tries++)
      if (await fetch(url).catch(() => undefined)) break;
      else await new Promise((rest) => setTimeout(rest, 50));
    // what is on the page, so that it stays true
    const [, stated = ''] = /first token in less than (\d+) seconds/.exec(text) ?? [];
    await ask(url, signedIn);
    const seconds = (performance.now() - began) / 1000;
    assert.ok(seconds < Number(stated), `${page}: the first answer came after ${seconds.toFixed(1)} s`);
    await work(url);
  } finally {
    child.kill();
  }
}
const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const ask = (url: string, headers: Record<string, string>, feature = 'wallet') =>
  fetch(url, {
    method: 'POST',
    headers: { origin: shop, ...headers },
    body: JSON.stringify({ feature, reason: 'use' }),
  });
/** The scopes of a token: all of the feature, or a member's withdrawal would fail at its last step. */
const allowed = async (gateway: TestGateway, token: string) =>
  (await call(gateway, token, session.getInfo)).body.scopes;
const signedIn = { cookie: 'sid=a-session-of-yours' };

for (const [name, { program }] of Object.entries(samples)) {
  const own = !program || sdkPrograms[program]?.here ? test : test.skip;
  own(`the server ${name} gives out tokens that work, to its own pages and customers only`, (the) =>
    run(name, the, {}, async (url) => {
      const answer = await (await ask(url, signedIn)).json();
      assert.equal(Object.keys(answer).sort(), ['expiresIn', 'subject', 'token']);
      for (const [feature, { scopes }] of Object.entries(embedFeatures)) {
        const { token } = await (await ask(url, signedIn, feature)).json();
        assert.equal(await allowed(the.gateway, token), scopes, feature);
      }
      assert.is((await ask(url, {})).status, 401);
      assert.is((await ask(url, { ...signedIn, origin: 'https://evil.example' })).status, 404);
      if (name !== 'without an SDK') await hears(new URL('/cp/messages', url));
    }),
  );

  own(`the server ${name} hands on why it got none, in words for a developer`, (the) =>
    run(name, the, { CLOUDPHONE_SECRET: 'another secret, by mistake' }, async (url) => {
      const answer = await ask(url, signedIn);
      assert.is(answer.status, 401);
      const { error, message } = await answer.json();
      assert.is(error, 'signature_wrong');
      assert.match(message, 'X-Signature is not the hex HMAC');
    }),
  );

  own(`with the server ${name} a new customer agrees on our page, and comes back to a token`, (the) => {
    const customer = `newcomer-${name.replace(/\W/g, '')}`;
    return run(name, { ...the, id: customer }, {}, async (url) => {
      assert.is((await (await ask(url, signedIn)).json()).error, 'member_not_linked');
      const back = new URL(`/cp/connected?cloudphone_code=${await codeOf(the.gateway, customer)}`, url);
      const go = (headers: Record<string, string>) => fetch(back, { headers, redirect: 'manual' });
      assert.is((await go({})).status, 404, 'nobody is signed in');
      const arrived = await go(signedIn);
      assert.equal([arrived.status, arrived.headers.get('location')], [303, '/']);
      assert.match((await ask(url, signedIn).then((answer) => answer.json())).token, /^et_/);
      assert.is((await (await go(signedIn)).json()).error, 'code_refused');
    });
  });
}

/** A sample takes our messages and no others. */
async function hears(url: URL) {
  const body = JSON.stringify({
    type: 'order.paid',
    timestamp: new Date().toISOString(),
    data: { member: '顾客' },
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = webhookSignature(webhookSecret, 'msg_1', timestamp, body);
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  const post = (text: string) => fetch(url, { method: 'POST', headers, body: text });
  assert.is((await post(body)).status, 204);
  assert.is((await post(`${body} `)).status, 400);
}

const others: [string, [string, ...string[]], boolean | undefined][] = [
  ['PHP', ['php', 'docs/samples/mint.php'], sdkPrograms.php?.here],
  ['Java', ['java', 'docs/samples/Mint.java'], sdkPrograms.java?.here],
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
