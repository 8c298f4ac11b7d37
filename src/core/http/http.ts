import ky, { type Options, TimeoutError } from 'ky';
import { requestTimeout } from '../../contract/wire/limits';
import { createAsk } from './ask';
import type { Open, Post } from './client';
import { Failure } from './failure';
import { createPlain } from './plain';
import { readReply, setsClock } from './reply';
import { signRequest } from './sign-envelope';

/**
 * What every request of the app has in common. Nothing goes out again by itself, for a call may move money. What is not 200 is read for its
 * words and for the server's time (spec §8), so it is no error here.
 */
const client = ky.create({ retry: 0, throwHttpErrors: false, timeout: requestTimeout });

/** The limit ends with the headers; this way it holds to the last byte, and the line is hung up at it. */
const withWholeBody =
  (by: typeof fetch): typeof fetch =>
  async (...request) => {
    const response = await by(...request);
    await response.clone().text();
    return response;
  };

/** Whatever goes wrong on the way, or while the answer is read, is a `Failure`. */
async function failing<T>(work: Promise<T>, signal: Options['signal']): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Failure(signal?.aborted ? 'aborted' : error instanceof TimeoutError ? 'timeout' : 'offline');
  }
}

/** Each attempt is sealed and signed anew: its uuid and its time are its own. */
export const post: Post = async (wire, path, data, { signal, timeout, carry } = {}) => {
  const { fetch = globalThis.fetch } = wire;
  const send = (isFirst: boolean): Promise<Response> => {
    let text = '';
    return client(path, {
      method: 'post',
      prefixUrl: wire.base,
      timeout: timeout ?? wire.timeout ?? requestTimeout,
      ...(signal && { signal }),
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
      fetch: carry
        ? (request) => carry(request as Request, text)
        : withWholeBody((...request) => fetch(...request)),
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
      ...(stream ? { timeout: false } : { fetch: withWholeBody((...request) => fetch(...request)) }),
    }),
    signal,
  );

export { completeSend as complete } from './complete-send';

/** The plain helper of spec §7. */
export const plain = (base: string) => createPlain(base, open);

/** For whoever has the client here already. */
export const ask = createAsk(async () => ({ post }));
