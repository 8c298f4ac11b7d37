import { createHash, randomUUID } from 'node:crypto';
import http from 'node:http';

// A member's calls and uploads, signed as the app signs them.

/** @typedef {{ account: string, password: string, address: string, id: string, token: string, agent: http.Agent, payout: string, cookies?: Map<string, string> }} Member */
/** @typedef {{ kind: 'done', body: any } | { kind: 'refused', code: string, message: string } | { kind: 'broken', why: string }} Answer */

const secret = 'dev-signing-secret';
/** @param {string | Buffer} bytes */
const md5 = (bytes) => createHash('md5').update(bytes).digest('hex');
/** Milliseconds that a phone waits for a response. */
const longestAnswer = 10_000;

/**
 * A call from an address of the member's own, because the gateway counts by address.
 * @param {string} url
 * @param {Member} member
 * @param {Record<string, string>} headers
 * @param {string | Buffer} body
 * @returns {Promise<{ status: number, body: any } | { why: string }>}
 */
const post = (url, member, headers, body) =>
  new Promise((settle) => {
    const timer = setTimeout(() => {
      request.destroy();
      settle({ why: 'timeout' });
    }, longestAnswer);
    /** @type {(answer: { status: number, body: any } | { why: string }) => void} */
    const end = (answer) => {
      clearTimeout(timer);
      settle(answer);
    };
    const options = { method: 'POST', agent: member.agent, localAddress: member.address };
    const cookies = (member.cookies ??= new Map());
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const request = http.request(
      url,
      { ...options, headers: { ...headers, cookie, 'content-length': Buffer.byteLength(body) } },
      (response) => {
        for (const one of response.headers['set-cookie'] ?? []) {
          const [, name, value] = /^(\w+)=([^;]*)/.exec(one) ?? [];
          if (name) cookies.set(name, value ?? '');
        }
        /** @type {Buffer[]} */
        const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('error', (error) => end({ why: error.message }));
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          try {
            end({ status: response.statusCode ?? 0, body: JSON.parse(text) });
          } catch {
            end({ why: `${response.statusCode} and no JSON: ${text.slice(0, 60)}` });
          }
        });
      },
    );
    request.on('error', (error) => end({ why: 'code' in error ? String(error.code) : error.message }));
    request.end(body);
  });

/** @param {Member} member @param {object} data */
function envelope(member, data) {
  const header = { uuid: randomUUID(), appid: 'h5', authToken: member.token, timestamp: Date.now() };
  return JSON.stringify({ header, body: { data } });
}
/** @param {Member} member @param {string} text */
const signed = (member, text) => ({
  'accept-language': 'en-US',
  userid: member.id,
  token: md5(secret + text + secret),
  ...(member.token && { authorization: `Bearer ${member.token}` }),
});

/** @type {(base: string, member: Member, call: string, data: object) => Promise<Answer>} */
export async function send(base, member, call, data) {
  const text = envelope(member, data);
  const headers = { 'content-type': 'application/json', ...signed(member, text) };
  const answer = await post(`${base}/api/${call}`, member, headers, text);
  if ('why' in answer) return { kind: 'broken', why: answer.why };
  const { header = {}, body } = answer.body;
  if (answer.status !== 200 || header.res_code === '5030')
    return { kind: 'broken', why: `${answer.status} ${header.res_code}` };
  if (header.res_code === '1') return { kind: 'done', body };
  return { kind: 'refused', code: header.res_code, message: header.message };
}

/** @type {(base: string, member: Member, file: Buffer) => Promise<Answer>} */
export async function sendPicture(base, member, file) {
  const about = { field: 'imageFile', name: 'p.png', size: file.length, md5: md5(file) };
  const payload = envelope(member, about);
  const edge = `cp${randomUUID()}`;
  const body = Buffer.concat([
    Buffer.from(
      `--${edge}\r\ncontent-disposition: form-data; name="payload"\r\n\r\n${payload}\r\n--${edge}\r\n`,
    ),
    Buffer.from(
      'content-disposition: form-data; name="imageFile"; filename="p.png"\r\ncontent-type: image/png\r\n\r\n',
    ),
    file,
    Buffer.from(`\r\n--${edge}--\r\n`),
  ]);
  const headers = { 'content-type': `multipart/form-data; boundary=${edge}`, ...signed(member, payload) };
  const answer = await post(`${base}/api/upload`, member, headers, body);
  if ('why' in answer) return { kind: 'broken', why: answer.why };
  const { code, id, url, message, header } = answer.body;
  if (answer.status === 200 && code % 100 === 0 && id) return { kind: 'done', body: { id, url } };
  if (answer.status === 200 && code !== undefined) return { kind: 'refused', code, message };
  return { kind: 'broken', why: `${answer.status} ${code ?? header?.res_code}` };
}
