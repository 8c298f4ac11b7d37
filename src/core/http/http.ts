import ky from 'ky';
import type { Call } from '../../contract/wire/call';
import { codes, requestTimeout } from '../../contract/wire/envelope';
import type { Answer, Wire } from './answer';
import { Failure } from './failure';
import { within } from './limit';
import { md5 } from './md5';
import { inTime, readEnvelope } from './reply';
import { recall, remember } from './seen';
import { signRequest } from './sign-envelope';

/**
 * One attempt: never repeated by the HTTP library, for every call may move money. The limit holds until the last byte of
 * the answer; the library's own would end with the headers.
 */
function post(wire: Wire, path: string, data: object, signal?: AbortSignal) {
  const { text, headers } = signRequest(wire, data, md5);
  return within(wire.timeout ?? requestTimeout, signal ? [signal] : [], async (signal) => {
    const response = await ky.post(`${wire.base}/${path}`, {
      body: text,
      headers: { 'Content-Type': 'application/json', ...headers },
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      signal,
      ...(wire.fetch && { fetch: wire.fetch }),
    });
    return { ok: response.status === 200, answer: readEnvelope(await response.text()) };
  });
}

/**
 * The call as spec §7 and §8 have it, without looks. Throws `Failure` `offline`, `timeout`, `aborted`, `http` (with the
 * server's message) and `expired` (510).
 */
export async function ask<I, O>(
  wire: Wire,
  call: Call<I, O>,
  input: I,
  signal?: AbortSignal,
): Promise<Answer<O>> {
  const { path } = call;
  const { local } = wire;
  const { userId } = wire.identity();
  const { ok, answer } = await inTime(wire, () => post(wire, path, input as object, signal)).catch(
    (failure: Failure) => {
      if (local && failure.kind !== 'aborted') failure.seen = recall(local, userId, path, input as object);
      throw failure;
    },
  );
  const message = answer.header?.message ?? answer.header?.msg ?? answer.message ?? answer.msg ?? '';
  if (!ok || !answer.header) throw new Failure('http', message);
  const res_code = String(answer.header.res_code);
  if (res_code === codes.expired) throw new Failure('expired', message);
  const result = { ...answer.body, res_code, message };
  // whoever has signed out meanwhile is forgotten already
  if (local && res_code === codes.done && wire.identity().userId === userId)
    remember(local, userId, path, input as object, result);
  return result as Answer<O>;
}
