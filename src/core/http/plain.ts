import type { Open } from './client';
import { Failure } from './failure';
import { readEnvelope } from './reply';

/**
 * The plain helper of spec §7, for services of a deployment's own beside the gateway, under a base URL: `post` answers the
 * full response, `get` its `data`. Nothing is signed, and no session is sent. Throw `Failure` `offline`, `timeout`, and
 * `http` with the server's message.
 */
export function createPlain(base: string, open: Open) {
  const request = async (path: string, json?: object) => {
    const response = await open(`${base}/${path}`, { json });
    const answer = readEnvelope<Answer>(await response.text());
    if (response.status !== 200) throw new Failure('http', answer.message ?? answer.msg ?? '');
    return answer;
  };
  return {
    post: (path: string, json: object): Promise<object> => request(path, json),
    get: async (path: string): Promise<unknown> => (await request(path)).data,
  };
}
interface Answer {
  data?: unknown;
  message?: string;
  msg?: string;
}
