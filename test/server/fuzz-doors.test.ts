// @rarely: thousands of inputs; uploads.test.ts and wire.test.ts have what the doors refuse

import { createHash, randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as payments from '../../src/contract/buying/payments';
import { serializeEnvelope } from '../../src/contract/wire/envelope';
import { endpoints } from '../../src/server/endpoints';
import { tokenOf } from '../../src/server/http/wire';
import { audit } from '../../src/server/ledger/audit';
import { noticeSignature } from '../../src/server/payments/hosted';
import { sandboxSecret } from '../../src/server/payments/providers';
import { ask, call, env, link, mint, shop } from './support/embed';
import { inputFor } from './support/fuzz-input';
import { createKnowledge } from './support/fuzz-knowledge';
import { mutated, mutatedText, wrongValue } from './support/fuzz-mutations';
import { assertUntouched, canary, openWorld, type World } from './support/fuzz-world';
import { random } from './support/random';
import { addProduct, waiting } from './support/shop';

/** Of each kind; `npm run soak` plays as many as it is asked for, from a seed of its own. */
const times = Math.ceil(Number(process.env.OPERATIONS ?? 400) / 5);
const seed = Number(process.env.SEED ?? 20261122);

const test = suite<World & { before: string[] }>(`every other door, ${times} times each (SEED=${seed})`);
test.before(async (context) => {
  Object.assign(context, await openWorld(env));
  await link(context.gateway, context.demo);
  context.before = await context.belongings();
});
test.after.each(async ({ gateway, before, belongings }) => {
  assert.equal(await audit(gateway.db.run), {}, `SEED=${seed}`);
  assertUntouched(before, await belongings(), seed);
});
test.after(({ gateway }) => gateway.close());

const pick = <T>(draw: (below: number) => number, all: readonly T[]): T => all[draw(all.length)] as T;

/** Does `once` as often as asked for; says what was sent when something is wrong with the answer. */
async function often(once: (draw: (below: number) => number) => Promise<{ sent: unknown; check(): void }>) {
  const draw = random(seed);
  for (let nth = 0; nth < times; nth++) {
    const { sent, check } = await once(draw);
    try {
      check();
    } catch (error) {
      const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
      throw new Error(`the ${nth}th (SEED=${seed}) of ${text.slice(0, 1500)}\n${error}`);
    }
  }
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const heads = [
  'ffd8ff',
  '89504e470d0a1a0a',
  '52494646000000005745425' + '0',
  '474946383961',
  '0000002066747970',
  '3c737667',
];

test('an upload of any form is kept or refused, and never a fault', async (world) => {
  const { gateway, foreign } = world;
  const seen = new Map<number, number>();
  await often(async (draw) => {
    const noise = Buffer.from(Array.from({ length: draw(400) }, () => draw(256)));
    const file = pick(draw, [
      png,
      png,
      png.subarray(0, draw(png.length)),
      noise,
      Buffer.alloc(0),
      Buffer.concat([Buffer.from(pick(draw, heads), 'hex'), noise]),
    ]);
    const field = pick(draw, ['imageFile', 'imageFile', 'videoFile']);
    const md5 = createHash('md5').update(file).digest('hex');
    const right = { field, name: 'lamp.png', size: file.length, md5 };
    const data = draw(2) ? right : mutated(right, draw, foreign);
    const header = {
      uuid: randomUUID(),
      appid: 'h5',
      authToken: world.as.token ?? '',
      timestamp: Date.now(),
    };
    const sealed = serializeEnvelope(header, data as object);
    const payload = draw(8) ? Buffer.from(sealed) : mutatedText(sealed, draw);
    const boundary = pick(draw, ['x', 'x', 'x', '-'.repeat(70), 'a b', '']);
    const name = pick(draw, [
      'lamp.png',
      '../../up.png',
      '"',
      'a\\"b',
      '云.png',
      '\u202egnp.exe',
      'a'.repeat(5000),
    ]);
    const part = (what: string, inside: Buffer) => [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${what}\r\n\r\n`),
      inside,
      Buffer.from('\r\n'),
    ];
    const parts = [
      part('name="payload"', payload),
      part(
        `name="${draw(6) ? field : pick(draw, ['file', '', 'payload', '__proto__'])}"; filename="${name}"`,
        file,
      ),
      ...(draw(8) ? [] : [part('name="payload"', payload), part('name="more"', noise)]),
    ];
    if (!draw(12)) parts.reverse(); // the signed part has to be the first
    const whole = Buffer.concat([...parts.flat(), Buffer.from(`--${boundary}--\r\n`)]);
    const body = draw(6) ? whole : whole.subarray(0, draw(whole.length));
    const type = pick(draw, [
      ...Array(8).fill(`multipart/form-data; boundary="${boundary}"`),
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/mixed; boundary=x',
      'application/json',
    ]);
    const response = await fetch(`${gateway.url}/api/upload`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: {
        'content-type': type,
        Token: tokenOf(gateway.settings.signingSecret, payload),
        userId: world.demo,
      },
    });
    const text = await response.text();
    return {
      sent: `${type}\n${body.toString('latin1')}`,
      check() {
        assert.ok(response.status < 500, `${response.status} ${text}`);
        const answer = JSON.parse(text);
        const code = answer.code ?? Number(answer.header?.res_code);
        assert.ok(Number.isInteger(code) && code > 0, text);
        assert.ok((answer.message ?? '') || code % 100 === 0, text);
        assert.not.ok(text.includes(canary));
        seen.set(code, (seen.get(code) ?? 0) + 1);
      },
    };
  });
  // in a long run the member's room for pictures is full long before its end
  assert.ok((seen.get(200) ?? 0) >= Math.min(times / 20, 20), `kept: ${seen.get(200)}`);
  assert.ok(seen.size >= 4, [...seen.keys()].join());
});

test('a provider’s notice of anything pays what it should, once, and is never a fault', async ({
  gateway,
  as,
  foreign,
}) => {
  const { value } = await gateway.db.run
    .selectFrom('secret')
    .select('value')
    .where('name', '=', 'files')
    .executeTakeFirstOrThrow();
  const product = await addProduct(gateway);
  const attempts: string[] = [];
  for (let nth = 0; nth < 4; nth++) {
    const orderNo = await waiting(gateway, as, { productId: product });
    const { body } = await gateway.send(payments.startPay, { orderNo }, as);
    attempts.push(/\/dev\/pay\/([^?]+)/.exec(body.url)?.[1] ?? 'none');
  }
  const seen = new Map<number, number>();
  await often(async (draw) => {
    const notice = {
      payment: pick(draw, attempts),
      status: pick(draw, ['paid', 'failed']),
      amount: pick(draw, [100_00, 100_00, 1, 0, -5, 1e15, 0.5]),
      currency: pick(draw, ['CNY', 'CNY', 'USD']),
      reference: `r${draw(6)}`,
    };
    const sent = draw(3) ? notice : mutated(notice, draw, [...foreign, ...attempts]);
    const text = JSON.stringify(sent) ?? 'null';
    const raw = draw(8)
      ? Buffer.from(text)
      : pick(draw, [Buffer.from(text).subarray(0, draw(text.length)), mutatedText(text, draw)]);
    const seconds = Math.floor(Date.now() / 1000) - pick(draw, [0, 0, 0, 0, 290, 400, -400]);
    const signed = noticeSignature(sandboxSecret(value), raw, seconds);
    const signature = draw(8)
      ? signed
      : pick(draw, ['', signed.slice(1), `t=1e9,v1=${'a'.repeat(64)}`, `${wrongValue(draw, foreign)}`]);
    const way = pick(draw, ['card', 'card', 'wechat', 'alipay', 'usdt', 'balance', '__proto__', '..%2f']);
    const response = await fetch(`${gateway.url}/pay/notice/${way}`, {
      method: 'POST',
      body: new Uint8Array(raw),
      headers: {
        'content-type': pick(draw, ['application/json', 'text/plain', 'x/y']),
        'x-signature': Buffer.from(signature)
          .toString('latin1')
          .replace(/[^\x20-\x7e]/g, '?'),
      },
    });
    const answer = await response.text();
    return {
      sent: `${way} ${signature} ${raw}`,
      check() {
        assert.ok(response.status < 500, `${response.status} ${answer}`);
        seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
      },
    };
  });
  for (const status of [200, 401, 404]) assert.ok((seen.get(status) ?? 0) > 0, `${status} in ${[...seen]}`);
  const orders = await gateway.db.run
    .selectFrom('purchase')
    .select(['state', 'total', 'paid'])
    .where('member', '=', as.userId ?? '')
    .where('currency', '=', 'money')
    .where('state', '=', 1)
    .execute();
  for (const { total, paid } of orders) assert.is(paid, total, 'what is paid is paid in full');
});

test('an embed’s call and a partner’s request of any form are answered, within their token', async (world) => {
  const { gateway, foreign, hidden } = world;
  const knowledge = createKnowledge(world);
  let token = '';
  await often(async (draw) => {
    if (!draw(4)) {
      const wanted = { member: world.demo, feature: 'wallet', origin: shop };
      const sent = draw(3) ? mutated(wanted, draw, foreign) : wanted;
      const answer = await ask(gateway, sent as object, { nonce: draw(9) ? randomUUID() : 'x' });
      return {
        sent,
        check() {
          assert.ok(answer.status < 500, JSON.stringify(answer));
          assert.ok(answer.data?.token || answer.message, JSON.stringify(answer));
        },
      };
    }
    if (!token || !draw(30)) token = await mint(gateway, { member: world.demo });
    const endpoint = pick(draw, endpoints);
    const valid = inputFor(endpoint.rules, endpoint.call.path, knowledge.known, draw);
    const sent = draw(2) ? valid : mutated(valid, draw, foreign);
    const language = pick(draw, ['en_US', 'zh_CN', '', 'x\ny', 'a'.repeat(3000)]);
    const answer = await call(gateway, token, endpoint.call, sent as object, { language });
    return {
      sent: { path: endpoint.call.path, sent, language },
      check() {
        assert.ok(answer.status < 500, JSON.stringify(answer));
        assert.ok(answer.code && answer.message, JSON.stringify(answer));
        for (const secret of hidden) assert.not.ok(JSON.stringify(answer).includes(secret));
      },
    };
  });
});

test('an address of any form is there or not, and never a fault', async ({ gateway, foreign, hidden }) => {
  const stems = [
    '/files/',
    '/videos/',
    '/map/',
    '/product-pictures/',
    '/secure/',
    '/frame/',
    '/embed/',
    '/pay/outside?t=',
  ];
  const more = [
    '/dev/pay/',
    '/dev/pay/usdt/',
    '/dev/shop/',
    '/dev/outbox',
    '/openapi.json',
    '/a/',
    '/operator/',
    '/',
    '/embed/v1/revoke',
  ];
  await often(async (draw) => {
    const piece = () => {
      const value = wrongValue(draw, foreign);
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      return pick(draw, [
        encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '')),
        '..%2f..%2fetc%2fpasswd',
        '%00',
        '%',
        '%c0%ae',
        '%2e%2e',
        '0',
        '1/2/3',
        '99/1/1',
        '-1/0/0',
        '.%5c..%5c',
      ]).slice(0, 3000);
    };
    const query = draw(2) ? `?until=${piece()}&sign=${piece()}&w=${piece()}` : '';
    const path = `${pick(draw, [...stems, ...more])}${piece()}${draw(3) ? '' : `/${piece()}`}${query}`;
    const method = pick(draw, ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
    const headers = {
      range: pick(draw, [
        'bytes=0-',
        'bytes=5-1',
        'bytes=-0',
        'x',
        'bytes=0-1,3-4',
        'bytes=99999999999999999999-',
      ]),
    };
    const response = await fetch(gateway.url + path, { method, headers, redirect: 'manual' });
    const text = await response.text();
    return {
      sent: `${method} ${path}`,
      check() {
        // without a build there is no page at `/`
        const unbuilt = response.status === 503 && new URL(response.url).pathname === '/';
        assert.ok(response.status < 500 || unbuilt, `${response.status} ${text}`);
        for (const secret of hidden) assert.not.ok(text.includes(secret), secret);
      },
    };
  });
});

test.run();
