import type { Open, Plain } from './client';
import { Failure } from './failure';
import { readEnvelope } from './reply';

/**
 * The plain helper of spec §7, for services of a deployment's own beside the gateway, under a base URL: `post` answers the
 * full response, `get` its `data`. Nothing is signed, and no session is sent.
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
