import * as v from 'valibot';
import type { FapiaoSettings } from '../../settings/selling';
import type { FapiaoProvider } from './fapiao';

const timeoutMs = 20_000;
const answer = v.object({ fapiao: v.pipe(v.string(), v.regex(/^\d{8,20}$/)) });

/**
 * `POST {api}/fapiao` with a `Fapiao` as JSON and the key as a bearer token; answered with `{fapiao}`, its number of 8 to 20 digits. The
 * header `Idempotency-Key` is the id of the document: sent again, it returns the same number.
 */
export const fapiaoOverHttp = ({ api, key }: FapiaoSettings): FapiaoProvider => ({
  async issue(fapiao) {
    const response = await fetch(`${api}/fapiao`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': fapiao.id,
      },
      signal: AbortSignal.timeout(timeoutMs),
      body: JSON.stringify(fapiao),
    });
    if (!response.ok) throw new Error(`the fapiao provider answered ${response.status}`);
    return v.parse(answer, await response.json()).fapiao;
  },
});
