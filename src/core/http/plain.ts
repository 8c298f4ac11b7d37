import { requestTimeout } from '../../contract/wire/limits';
import { Failure } from './failure';
import { within } from './limit';
import { readEnvelope } from './reply';

interface PlainAnswer {
  data?: unknown;
  message?: string;
  msg?: string;
}

/**
 * The plain helper of spec §7, for services of a deployment's own beside the gateway, under a base URL: `post` answers the
 * full response, `get` its `data`. Nothing is signed, and no session is sent. Throw `Failure` `offline`, `timeout`, and
 * `http` with the server's message.
 */
export function createPlain(base: string, fetch: typeof globalThis.fetch = globalThis.fetch) {
  const request = (path: string, how: RequestInit): Promise<PlainAnswer> =>
    within(requestTimeout, [], async (signal) => {
      const response = await fetch(`${base}/${path}`, { ...how, signal });
      return { ok: response.ok, answer: readEnvelope<PlainAnswer & object>(await response.text()) };
    }).then(({ ok, answer }) => {
      if (!ok) throw new Failure('http', answer.message ?? answer.msg ?? '');
      return answer;
    });
  return {
    post: (path: string, data: object) =>
      request(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(data),
      }),
    get: async (path: string) => (await request(path, {})).data,
  };
}
