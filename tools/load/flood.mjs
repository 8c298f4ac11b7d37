import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import { buildServer } from '../build/server.mjs';
import { startGateway } from '../programs/gateway.mjs';

// node tools/load/flood.mjs: how long members wait while wrong sign-ins come at a steady rate, each from another /64 of one /48. It
// says what it measured and judges nothing.

const secret = 'flood-secret-that-nobody-else-has';
const rates = [20, 60];
/** Requests of each kind in a measurement. */
const rounds = 12;
const password = 'cloud2026';
/** @type {(text: string) => string} */
const md5 = (text) => createHash('md5').update(text).digest('hex');

/** @typedef {{ token?: string, userId?: string, cookie?: string, from: string, work?: string }} As */

/**
 * @param {string} url
 * @param {string} path
 * @param {object} data
 * @param {As} as
 */
async function call(url, path, data, { token = '', userId = '', cookie = '', from, work }) {
  const header = { uuid: randomUUID(), appid: 'h5', authToken: token, timestamp: Date.now() };
  const body = JSON.stringify({ header, body: { data } });
  const began = performance.now();
  const answer = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      Token: md5(secret + body + secret),
      'x-forwarded-for': from,
      userId,
      cookie,
      ...(work && { 'work-proof': work }),
    },
  });
  const said = /** @type {any} */ (await answer.json());
  return {
    ms: performance.now() - began,
    status: answer.status,
    code: said.header.res_code,
    body: said.body,
    cookie: answer.headers.getSetCookie()[0]?.split(';')[0],
  };
}

/** @type {(url: string, account: string, as: As) => ReturnType<typeof call>} */
const signIn = (url, account, as) => call(url, 'txUser/login', { account, password, agreed: true }, as);

/**
 * The 95th of a hundred, and how many of them were refused.
 * @param {{ ms: number, code: string }[]} results
 */
function say(results) {
  const sorted = results.map(({ ms }) => ms).sort((a, b) => a - b);
  const p95 = Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0);
  const refused = results.filter(({ code }) => code !== '1').length;
  return `${p95} ms${refused ? ` (${refused} of ${results.length} refused)` : ''}`;
}

/**
 * A member on a known phone, one on a new phone, and one who pays, again and again.
 * @param {string} url
 * @param {{ cookie: string, session: As }} known
 */
async function measure(url, { cookie, session }) {
  /** @type {Record<string, Awaited<ReturnType<typeof call>>[]>} */
  const all = { knownPhone: [], newPhone: [], paying: [] };
  for (let nth = 0; nth < rounds; nth++) {
    all.knownPhone?.push(await signIn(url, 'demo', { from: '203.0.113.5', cookie }));
    all.newPhone?.push(await signIn(url, 'lee', { from: `198.18.${nth}.9` }));
    all.paying?.push(await call(url, 'txUser/verifyPay', { payPassword: '202611' }, session));
  }
  return Object.entries(all)
    .map(([name, results]) => `${name} ${say(results)}`)
    .join(', ');
}

/**
 * Sends wrong sign-ins at a rate until it is told to stop; gives what became of them.
 * @param {string} url
 * @param {number} rate
 */
function flood(url, rate) {
  /** @type {Record<string, number>} */
  const answers = {};
  let nth = 0;
  const timer = setInterval(() => {
    const from = `2001:db8:bad:${(nth++ % 65_536).toString(16)}::1`;
    void call(url, 'txUser/login', { account: `no${nth}`, password: 'wrong-2026', agreed: true }, { from })
      .then(({ status, code }) => `${status} ${code}`)
      .catch(() => 'none')
      .then((name) => {
        answers[name] = (answers[name] ?? 0) + 1;
      });
  }, 1000 / rate);
  return () => {
    clearInterval(timer);
    return answers;
  };
}

await buildServer();
const gateway = await startGateway({ SIGNING_SECRET: secret, DEMO: 'on', TRUST_PROXY: '1', PARTNERS: '[]' });
try {
  const { url } = gateway;
  const { cookie = '', body } = await signIn(url, 'demo', { from: '203.0.113.5' });
  const session = { token: body.token, userId: body.userInfo.userId, from: '203.0.113.5' };
  console.log(`quiet: ${await measure(url, { cookie, session })}`);
  for (const rate of rates) {
    const stop = flood(url, rate);
    await rest(3000);
    const said = await measure(url, { cookie, session });
    console.log(`${rate} wrong sign-ins a second: ${said}; of the wrong ones ${JSON.stringify(stop())}`);
    await rest(3000);
  }
} finally {
  await gateway.stop();
}
