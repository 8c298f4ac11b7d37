import { createHash, randomUUID } from 'node:crypto';

/** @typedef {{ token: string, userInfo: { userId: string } }} Session */

/**
 * The body of an answer of the gateway. Throws with its message if the call was refused.
 * @param {string} url
 * @param {string} path
 * @param {object} data
 * @param {Session} [session]
 * @returns {Promise<any>}
 */
export async function send(url, path, data, session) {
  const authToken = session?.token ?? '';
  const header = { uuid: randomUUID(), appid: 'h5', authToken, timestamp: Date.now() };
  const text = JSON.stringify({ header, body: { data } });
  const secret = 'dev-signing-secret';
  const Token = createHash('md5').update(`${secret}${text}${secret}`).digest('hex');
  const answer = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      Token,
      userId: session?.userInfo.userId ?? '',
      ...(authToken && { authorization: `Bearer ${authToken}` }),
    },
    body: text,
  });
  const { header: said, body } = await answer.json();
  if (said.res_code !== '1') throw new Error(`${path}: ${said.message}`);
  return body;
}

/**
 * A member's session.
 * @param {string} url
 * @param {string} account
 * @param {string} password
 * @returns {Promise<Session>}
 */
export const signIn = (url, account, password) =>
  send(url, 'txUser/login', { account, password, agreed: true });
