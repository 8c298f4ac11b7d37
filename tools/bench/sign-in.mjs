import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import { buildServer } from '../build/server.mjs';
import { startGateway } from '../programs/gateway.mjs';

// node tools/bench/sign-in.mjs: measures how long a member takes to sign in while somebody sends wrong sign-ins, all at once and from one
// address. It only reports.

const secret = 'bench-secret-that-nobody-else-has';
/** @type {(text: string) => string} */
const md5 = (text) => createHash('md5').update(text).digest('hex');

/**
 * @param {string} url
 * @param {{ account: string, password: string, from: string, cookie?: string }} who
 */
async function signIn(url, { account, password, from, cookie = '' }) {
  const header = { uuid: randomUUID(), appid: 'h5', authToken: '', timestamp: Date.now() };
  const body = JSON.stringify({ header, body: { data: { account, password, agreed: true } } });
  const headers = {
    'content-type': 'application/json',
    Token: md5(secret + body + secret),
    'x-forwarded-for': from,
    cookie,
  };
  const began = performance.now();
  const answer = await fetch(`${url}/api/txUser/login`, { method: 'POST', headers, body });
  const { header: said } = /** @type {any} */ (await answer.json());
  const ms = Math.round(performance.now() - began);
  return {
    ms,
    status: answer.status,
    code: said.res_code,
    cookie: answer.headers.getSetCookie()[0]?.split(';')[0],
  };
}

/** @param {number} wrong */
async function flood(wrong) {
  const gateway = await startGateway({
    SIGNING_SECRET: secret,
    DEMO: 'on',
    TRUST_PROXY: '1',
    PARTNERS: '[]',
  });
  const { url } = gateway;
  const attacker = '198.51.100.66';
  try {
    const member = { account: 'demo', password: 'cloud2026' };
    const known = await signIn(url, { ...member, from: '203.0.113.5' });
    const alone = await signIn(url, { ...member, from: '203.0.113.5', cookie: known.cookie ?? '' });
    const guesses = Array.from({ length: wrong }, (_, nth) =>
      signIn(url, { account: `no${nth}`, password: 'wrong-2026', from: attacker }),
    );
    await rest(300);
    const [own, fresh, beside] = await Promise.all([
      signIn(url, { ...member, from: '203.0.113.5', cookie: known.cookie ?? '' }),
      signIn(url, { account: 'lee', password: 'cloud2026', from: '203.0.113.9' }),
      signIn(url, { ...member, from: attacker, cookie: known.cookie ?? '' }),
    ]);
    /** @type {Record<string, number>} */
    const answers = {};
    for (const { status, code } of await Promise.all(guesses)) {
      const name = status === 200 ? `refused (${code})` : String(status);
      answers[name] = (answers[name] ?? 0) + 1;
    }
    const of = (/** @type {{ ms: number, status: number, code: string }} */ one) =>
      `${one.ms} ms${one.code === '1' ? '' : ` (${one.status} ${one.code})`}`;
    console.log(
      `${wrong} wrong sign-ins at once: a member alone ${of(alone)}; during it on a known phone ${of(own)}, on a new one ${of(fresh)}, ` +
        `on a known phone behind the same address ${of(beside)}. The wrong ones: ${JSON.stringify(answers)}`,
    );
  } finally {
    await gateway.stop();
  }
}

await buildServer();
for (const wrong of [150, 1000]) await flood(wrong);
