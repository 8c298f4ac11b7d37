import type { Open, Plain } from './client';
import { Failure } from './failure';
import { readEnvelope } from './reply';

/**
 * The plain helper of spec §7, for a deployment's own services beside the gateway, under a base URL: `post` returns the full response,
 * `get` its `data`. Requests are not signed and contain no session.
 */
export function createPlain(base: string, open: Open): Plain {
  const request = async (path: string, json?: object) => {
    const response = await open(`${base}/${path}`, { json });
    const answer = readEnvelope<Answer>(await response.text());
    if (response.status !== 200) throw new Failure('http', answer.message ?? answer.msg ?? '');
    return answer;
  };
  return {
    post: (path, data) => request(path, data),
    get: async (path) => (await request(path)).data,
  };
}
interface Answer {
  data?: unknown;
  message?: string;
  msg?: string;
}
