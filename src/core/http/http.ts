import ky from 'ky';
import { requestTimeout } from '../../contract/wire/limits';
import type { Wire } from './answer';
import { createAsk } from './ask';
import { within } from './limit';
import { md5 } from './md5';
import { type Reply, readReply } from './reply';
import { signRequest } from './sign-envelope';

/**
 * One attempt: never repeated by the HTTP library, for every call may move money. The limit holds until the last byte of
 * the answer; the library's own would end with the headers.
 */
export function post(wire: Wire, path: string, data: object, signal?: AbortSignal): Promise<Reply> {
  const { text, headers } = signRequest(wire, data, md5);
  return within(wire.timeout ?? requestTimeout, signal ? [signal] : [], async (signal) =>
    readReply(
      await ky.post(`${wire.base}/${path}`, {
        body: text,
        headers: { 'Content-Type': 'application/json', ...headers },
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
        signal,
        ...(wire.fetch && { fetch: wire.fetch }),
      }),
    ),
  );
}

/** For whoever has the client here already. */
export const ask = createAsk(async () => ({ post }));
