import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway; root: string }>('static');
const icons = ['icon.svg', 'icon-192.png', 'apple-touch-icon.png'];
const script = 'console.log("a chunk")'.repeat(20);
test.before(async (context) => {
  context.root = await mkdtemp(path.join(os.tmpdir(), 'cloudphone-app-'));
  const put = (name: string, content: string | Buffer) =>
    writeFileSync(path.join(context.root, name), content);
  mkdirSync(path.join(context.root, 'a'));
  put(
    'index.html',
    '<!doctype html><meta name="cloudphone" content="{}"><meta property="og:image" content="/icon-512.png"><title>Cloudphone</title>',
  );
  put('a/chunk-4F2A.js', script);
  put('a/chunk-4F2A.js.br', brotliCompressSync(script));
  put('embed.js', 'embed()');
  for (const icon of icons) put(icon, '<svg/>');
  put('icon.svg.br', brotliCompressSync('<svg/>'));
  put('csp.json', JSON.stringify({ scripts: ['sha256-AAAA'], styles: ['sha256-BBBB'] }));
  const env = {
    SIGNING_SECRET: 'quo"te<&\'',
    PUBLIC_URL: 'https://cloudphone.localhost',
    CLOUD_STORE_URL: 'https://store.example/pictures',
    SERVICES_URL: 'https://own.example/services',
    LOGIN_JUMP: 'on',
  };
  context.gateway = await openGateway({ staticRoot: context.root, env });
});
test.after(async ({ gateway, root }) => {
  await gateway.close();
  await rm(root, { recursive: true, force: true });
});

interface Got {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** Like a browser, but without its unpacking. */
const get = ({ url }: TestGateway, at: string, headers: http.OutgoingHttpHeaders = {}, method = 'GET') =>
  new Promise<Got>((resolve, reject) => {
    const request = http.request(url + at, { headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject).end();
  });

test('the page tells the app where the calls go and what to sign with', async ({ gateway }) => {
  const { body, headers } = await get(gateway, '/');
  const content = /content="([^"]*)"/.exec(body.toString())![1]!;
  const plain = content
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&');
  assert.equal(JSON.parse(plain), {
    base: '/api',
    secret: 'quo"te<&\'',
    jump: true,
    cloudStore: 'https://store.example/pictures',
    services: 'https://own.example/services',
  });
  assert.match(body.toString(), 'property="og:image" content="https://cloudphone.localhost/icon-512.png"');
  assert.is(headers['cache-control'], 'no-cache');
  assert.is(headers['content-type'], 'text/html; charset=utf-8');
});

test('the page comes in the smallest form that the browser takes', async ({ gateway }) => {
  const plain = (await get(gateway, '/')).body;
  const br = await get(gateway, '/', { 'accept-encoding': 'gzip, deflate, br' });
  const gzip = await get(gateway, '/', { 'accept-encoding': 'gzip;q=0.8, br;q=0' });
  assert.equal([br.headers['content-encoding'], gzip.headers['content-encoding']], ['br', 'gzip']);
  assert.equal(brotliDecompressSync(br.body), plain);
  assert.equal(gunzipSync(gzip.body), plain);
  assert.is(br.headers.vary, 'accept-encoding');
});

test('a browser remembers whether a member is signed in, from the answers to its calls', async ({
  gateway,
}) => {
  const member = await gateway.signIn((await addMember(gateway)).id);
  const noted = async (sent: Sent, cookie = '') =>
    (await gateway.send('msTaskMobile/stat', {}, { ...sent, headers: { cookie } })).headers.getSetCookie();
  assert.equal(await noted(member), ['cp_in=1; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax']);
  assert.equal(await noted(member, 'cp_in=1'), [], 'nothing has changed');
  assert.equal(await noted({}, 'cp_in=1'), ['cp_in=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
  assert.equal(await noted({}), []);
});

test('a page that the browser already has is not sent again', async ({ gateway }) => {
  const { etag } = (await get(gateway, '/')).headers;
  const again = await get(gateway, '/', { 'if-none-match': `W/"old", ${etag}` });
  assert.equal([again.status, again.body.length], [304, 0]);
});

test('files with a hash in their name are kept for a year, others are asked for again', async ({
  gateway,
}) => {
  const chunk = await get(gateway, '/a/chunk-4F2A.js', { 'accept-encoding': 'br' });
  assert.is(chunk.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.is(chunk.headers['content-encoding'], 'br');
  assert.match(String(chunk.headers['content-type']), /^(text|application)\/javascript; charset=utf-8$/);
  assert.is(brotliDecompressSync(chunk.body).toString(), script);
  const asked = (await get(gateway, '/embed.js')).headers;
  assert.is(asked['cache-control'], 'no-cache');
  for (const name of ['etag', 'last-modified', 'x-request-id'])
    assert.equal([name, name in chunk.headers, name in asked], [name, false, true]);
});

test('a browser that looks for the icon at each change of the address keeps it for a day', async ({
  gateway,
}) => {
  for (const icon of icons)
    assert.is((await get(gateway, `/${icon}`)).headers['cache-control'], 'public, max-age=86400', icon);
  for (const encoding of ['identity', 'br']) {
    const { headers } = await get(gateway, '/icon.svg', { 'accept-encoding': encoding });
    // the policy of the app is a kilobyte
    assert.equal([encoding, headers['content-security-policy']], [encoding, "default-src 'none'"]);
  }
});

test('an address that leads nowhere says so', async ({ gateway }) => {
  for (const at of ['/pages/mine/balance', '/a/chunk-gone.js', '/a/', '/.hidden']) {
    const { status, headers } = await get(gateway, at);
    assert.equal([at, status, headers['content-type']], [at, 404, 'text/plain; charset=utf-8']);
  }
});

test('an address that leads out of the app is refused', async ({ gateway }) => {
  for (const at of ['/..%2f..%2fetc%2fpasswd', '/a/%2e%2e/%2e%2e/package.json'])
    assert.ok([400, 403, 404].includes((await get(gateway, at)).status), at);
});

test('a file that is not a document has a policy for reading it, and none for opening others', async ({
  gateway,
}) => {
  for (const at of ['/a/chunk-4F2A.js', '/health']) {
    const { headers } = await get(gateway, at);
    assert.is(headers['x-content-type-options'], 'nosniff');
    assert.match(String(headers['strict-transport-security']), 'max-age=31536000');
    assert.is(headers['cross-origin-resource-policy'], 'cross-origin');
    assert.is(headers['content-security-policy'], undefined);
    assert.is(headers['permissions-policy'], undefined);
  }
  const worker = await get(gateway, '/sw.js');
  assert.match(String(worker.headers['content-security-policy']), "script-src 'self'");
});

test('every document keeps the app to itself', async ({ gateway }) => {
  for (const at of ['/', '/nowhere']) {
    const { headers } = await get(gateway, at);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, "script-src 'self' 'sha256-AAAA'");
    assert.match(policy, "style-src 'self' 'sha256-BBBB'");
    assert.match(
      policy,
      "img-src 'self' data: blob: https://store.example https://own.example;",
      'pictures of the cloud store, and what services show',
    );
    assert.match(
      policy,
      /connect-src 'self' wss:\/\/[^ ]+ https:\/\/own\.example;/,
      'live pictures, and services of the deployment',
    );
    assert.match(policy, "object-src 'none';base-uri 'none'");
    assert.match(policy, "frame-ancestors 'self'");
    assert.not.match(policy, 'unsafe');
    assert.is(headers['x-content-type-options'], 'nosniff');
    assert.match(String(headers['strict-transport-security']), 'max-age=31536000');
    assert.ok(headers['referrer-policy'] && headers['permissions-policy']);
  }
});

test('a partner’s page may call, and nobody’s cookies go with it', async ({ gateway }) => {
  const ctx = (origin: string) =>
    get(gateway, '/api/txUser/getInfo', { origin, 'access-control-request-method': 'POST' }, 'OPTIONS');
  const { status, headers: answer } = await ctx('http://localhost:8081');
  assert.is(status, 204);
  assert.is(answer['access-control-allow-origin'], 'http://localhost:8081');
  assert.match(String(answer.vary), /Origin/i);
  assert.is((await ctx('https://elsewhere.example')).headers['access-control-allow-origin'], undefined);
  assert.is(answer['access-control-allow-credentials'], undefined);
});

test('without a built app the calls are answered, and the page says what is missing', async () => {
  const gateway = await openGateway();
  const { status, body, headers } = await get(gateway, '/');
  assert.equal([status, body.toString()], [503, 'The app is not built: npm run build']);
  assert.is(headers['strict-transport-security'], undefined);
  assert.is((await get(gateway, '/health')).status, 200);
  await gateway.close();
});

test.run();
