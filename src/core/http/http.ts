import ky, { type Options, TimeoutError } from 'ky';
import { requestTimeout } from '../../contract/wire/limits';
import { createAsk } from './ask';
import type { Open, Post } from './client';
import { Failure } from './failure';
import { createPlain } from './plain';
import { readReply, setsClock } from './reply';
import { signRequest } from './sign-envelope';

/**
 * Common options of all requests. No automatic retries, because a call may move money. A status other than 200 does not throw, because
 * its body contains a message and the server's time (spec §8).
 */
const client = ky.create({ retry: 0, throwHttpErrors: false, timeout: requestTimeout });

/**
 * The client's own limit ends with the headers; this one covers the whole body, and closes the connection. The body is read here and put
 * into a new response, because a clone of a response takes a slow phone 9 ms per call.
 */
const withWholeBody =
  (by: typeof fetch): typeof fetch =>
  async (...request) => {
    const response = await by(...request);
    const text = await response.text();
    return new Response(text || null, response); // some statuses must not have a body
  };

/** Every error on the way, or while the response is read, becomes a `Failure`. */
async function failing<T>(work: Promise<T>, signal: Options['signal']): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Failure(signal?.aborted ? 'aborted' : error instanceof TimeoutError ? 'timeout' : 'offline');
  }
}

/** Each attempt is signed anew with its own uuid and time. */
export const post: Post = async (wire, path, data, { signal, timeout, carry, headers } = {}) => {
  const { fetch = globalThis.fetch } = wire;
  const send = (isFirst: boolean): Promise<Response> => {
    let text = '';
    return client(path, {
      method: 'post',
      prefixUrl: wire.base,
      timeout: timeout ?? wire.timeout ?? requestTimeout,
      ...(signal && { signal }),
      ...(headers && { headers }),
      hooks: {
        beforeRequest: [
          (request) => {
            const signed = signRequest(wire, data);
            text = signed.text;
            for (const [name, value] of Object.entries(signed.headers)) request.headers.set(name, value);
            if (carry) return;
            request.headers.set('Content-Type', 'application/json');
            return new Request(request, { body: text });
          },
        ],
        afterResponse: [
          async (_request, _options, response) => {
            if (isFirst && !response.ok && setsClock(wire, await readReply(response))) return send(false);
          },
        ],
      },
      fetch: carry ? (request) => carry(request as Request, text) : withWholeBody(fetch),
    });
  };
  return failing(send(true).then(readReply), signal);
};

export const open: Open = (url, { signal, headers, json, stream } = {}) =>
  failing(
    client(url, {
      ...(json && { method: 'post', json }),
      ...(headers && { headers }),
      ...(signal && { signal }),
      ...(stream ? { timeout: false } : { fetch: withWholeBody(fetch) }),
    }),
    signal,
  );

export { completeSend as complete } from './complete-send';

/** The plain helper of spec §7. */
export const plain = (base: string) => createPlain(base, open);

/** For callers that have already loaded the client. */
export const ask = createAsk(async () => ({ post }));
