import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';

// The requests of a phone and of a load balancer to a gateway.

/** @typedef {Awaited<ReturnType<typeof import('../programs/gateway.mjs').startGateway>>} Gateway */

export const secret = 'faults-secret-that-nobody-else-has';
/** @type {(text: string | Buffer) => string} */
export const md5 = (text) => createHash('md5').update(text).digest('hex');

/**
 * One call; `status` 0 without a response.
 * @param {Gateway} gateway
 * @param {string} path
 * @param {object} data
 * @param {{ token: string, userId: string }} [who]
 */
export async function send(gateway, path, data, who = { token: '', userId: '' }) {
  const header = { uuid: randomUUID(), appid: 'h5', authToken: who.token, timestamp: Date.now() };
  const body = JSON.stringify({ header, body: { data } });
  const headers = {
    'content-type': 'application/json',
    userId: who.userId,
    Token: md5(secret + body + secret),
  };
  const began = Date.now();
  try {
    const answer = await fetch(`${gateway.url}/api/${path}`, { method: 'POST', headers, body });
    const { header: said, body: inside } = /** @type {any} */ (await answer.json());
    const retryAfter = Number(answer.headers.get('retry-after'));
    return { status: answer.status, code: said?.res_code, body: inside, retryAfter, ms: Date.now() - began };
  } catch {
    return { status: 0, code: '', body: {}, retryAfter: 0, ms: Date.now() - began };
  }
}

/** @type {(gateway: Gateway) => Promise<number>} */
export const readiness = (gateway) =>
  fetch(`${gateway.url}/health`, { signal: AbortSignal.timeout(8000) }).then(
    ({ status }) => status,
    () => 0,
  );

/** @type {(gateway: Gateway, wanted: number, limit?: number) => Promise<number>} */
export async function untilReadiness(gateway, wanted, limit = 20_000) {
  const began = Date.now();
  while (Date.now() - began < limit) {
    if ((await readiness(gateway)) === wanted) return Date.now() - began;
    await rest(100);
  }
  return -1;
}

/** @type {(gateway: Gateway, account: string) => Promise<{ token: string, userId: string }>} */
export async function signIn(gateway, account) {
  const { body, code } = await send(gateway, 'txUser/login', {
    account,
    password: 'cloud2026',
    agreed: true,
  });
  if (code !== '1') throw new Error(`${account} could not sign in: ${code}`);
  return { token: body.token, userId: body.userInfo.userId };
}
