import * as v from 'valibot';
import type { ShortVideoSettings } from '../settings/short-video';
import type { ShortVideoPlatform } from './provider';

const timeoutMs = 10_000;

const integer = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = v.pipe(v.string(), v.maxLength(200));
const found = v.object({
  account: text,
  nickname: text,
  avatar: v.optional(v.pipe(v.string(), v.regex(/^https:\/\//), v.maxLength(500))),
  coins: integer,
  signedIn: v.boolean(),
});
const visits = v.object({
  visits: v.pipe(
    v.array(
      v.object({
        id: text,
        at: integer,
        amount: integer,
        grabbed: v.boolean(),
        liveRoom: text,
        streamer: text,
      }),
    ),
    v.maxLength(5000),
  ),
});

/** `GET {api}/accounts/<name>` and `…/visits?since=&until=`, JSON, with the key as a bearer. */
export function platformOverHttp({ api, key }: ShortVideoSettings): ShortVideoPlatform {
  const ask = async (path: string) => {
    const response = await fetch(`${api}/accounts/${path}`, {
      headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 404) return;
    if (!response.ok) throw new Error(`the short-video platform answered ${response.status}`);
    return response.json();
  };
  return {
    sandbox: false,
    async find(account) {
      const answer = await ask(encodeURIComponent(account));
      return answer === undefined ? undefined : v.parse(found, answer);
    },
    async visits(account, since, until) {
      const answer = await ask(`${encodeURIComponent(account)}/visits?since=${since}&until=${until}`);
      return answer === undefined ? [] : v.parse(visits, answer).visits;
    },
  };
}
