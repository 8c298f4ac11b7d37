import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { env, secondShop, shop } from './support/embed';
import { openGateway, type TestGateway } from './support/open';

const files = suite<{ gateway: TestGateway; root: string }>('embed files');
files.before(async (context) => {
  context.root = await mkdtemp(path.join(os.tmpdir(), 'cloudphone-built-'));
  const put = (name: string, content: string) => {
    const file = path.join(context.root, 'embed', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  put('v1/embed.js', 'load()');
  put('1.0.0/embed.js', 'load()');
  put('c/abc.js', 'run()');
  put('c/abc.json', '{}');
  put('sri.json', '{"version":"1.0.0","files":{}}');
  const features = { wallet: { files: ['/c/wallet.js'], words: { zh: '/c/wallet-zh.json' } } };
  put(
    'frame.json',
    JSON.stringify({
      script: '/c/abc.js',
      integrity: 'sha256-abc',
      preloads: ['/1.0.0/embed.js'],
      features,
    }),
  );
  put('secret.txt', 'not for pages');
  context.gateway = await openGateway({ staticRoot: path.join(context.root, 'app'), env });
});
files.after(async ({ gateway, root }) => {
  await gateway.close();
  await rm(root, { recursive: true, force: true });
});

const get = ({ url }: TestGateway, at: string) =>
  fetch(url + at, { headers: { origin: 'https://any.example' } });

files(
  'any page loads our scripts: a channel or an unreleased version for minutes, hashed files for a year',
  async (the) => {
    for (const [at, kept] of [
      ['/v1/embed.js', 'public, max-age=300, stale-while-revalidate=86400'],
      ['/1.0.0/embed.js', 'public, max-age=300, stale-while-revalidate=86400'],
      ['/c/abc.js', 'public, max-age=31536000, immutable'],
      ['/c/abc.json', 'public, max-age=31536000, immutable'],
      ['/sri.json', 'public, max-age=300, stale-while-revalidate=86400'],
    ]) {
      const { status, headers } = await get(the.gateway, at!);
      assert.is(status, 200, at);
      assert.is(headers.get('cache-control'), kept!);
      assert.is(headers.get('access-control-allow-origin'), '*');
      assert.is(headers.get('cross-origin-resource-policy'), 'cross-origin');
      assert.is(headers.get('timing-allow-origin'), '*');
      assert.is(headers.get('x-content-type-options'), 'nosniff');
      assert.match(
        headers.get('content-type')!,
        at!.endsWith('json') ? 'application/json' : 'text/javascript',
      );
    }
  },
);

files('files that are not for pages do not exist', async ({ gateway }) => {
  for (const at of ['/secret.txt', '/frame.json', '/c/none.js', '/c/', '/c/..%2fsecret.txt'])
    assert.is((await get(gateway, at)).status, 404, at);
});

files(
  'a file that we cannot read is our failure, and not one that is not there',
  async ({ gateway, root }) => {
    symlinkSync('loop.js', path.join(root, 'embed/c/loop.js'));
    assert.is((await get(gateway, '/c/loop.js')).status, 500);
  },
);

files(
  'a partner’s frame document is framed by its own pages, and says which they are',
  async ({ gateway }) => {
    const answer = await get(gateway, '/frame/p_shop');
    const policy = answer.headers.get('content-security-policy')!;
    assert.is(answer.status, 200);
    assert.match(policy, `frame-ancestors ${secondShop} ${shop};`);
    assert.match(policy, "media-src 'self' blob:"); // videos of the feed
    assert.not.match(policy, 'unsafe');
    assert.is(answer.headers.get('x-frame-options'), null);
    assert.is(answer.headers.get('cross-origin-embedder-policy'), 'require-corp');
    assert.is(answer.headers.get('cache-control'), 'no-store');
    const html = await answer.text();
    assert.match(html, `{&quot;origins&quot;:[&quot;${secondShop}&quot;,&quot;${shop}&quot;]}`);
    assert.match(html, 'src="/c/abc.js" integrity="sha256-abc"');
    assert.match(html, '<link rel="modulepreload" href="/1.0.0/embed.js" crossorigin>');
  },
);

files('the frame document preloads the files of its feature, and of no other', async ({ gateway }) => {
  const links = async (query: string) => {
    const html = await (await get(gateway, `/frame/p_shop?${query}`)).text();
    return [...html.matchAll(/<link ([^>]*)>/g)].map(([, about]) => about);
  };
  const always = 'rel="modulepreload" href="/1.0.0/embed.js" crossorigin';
  const wallet = 'rel="modulepreload" href="/c/wallet.js" crossorigin';
  const words = 'rel="preload" as="fetch" href="/c/wallet-zh.json" crossorigin';
  assert.equal(await links('feature=wallet&locale=zh'), [always, wallet, words]);
  assert.equal(await links('feature=wallet&locale=constructor'), [always, wallet]);
  for (const query of [
    'feature=constructor',
    'feature=%22%3E%3Cscript%3E',
    'feature=wallet&feature=wallet',
    '',
  ])
    assert.equal(await links(query), [always], query);
});

files('nobody frames the document of a partner that nobody knows, or that is switched off', async (the) => {
  const { gateway } = the;
  await gateway.db.run.insertInto('partner_disabled').values({ partner: 'p_shop', at: new Date() }).execute();
  for (const partner of ['p_nobody', 'p_shop', encodeURIComponent("x' *")]) {
    const answer = await get(gateway, `/frame/${partner}`);
    assert.is(answer.status, 404);
    assert.match(answer.headers.get('content-security-policy')!, "frame-ancestors 'none'");
    assert.not.match(await answer.text(), /<script|modulepreload/);
  }
  await gateway.db.run.deleteFrom('partner_disabled').execute();
});

files.run();
