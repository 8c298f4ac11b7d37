import * as v from 'valibot';
import type { SalesSettings } from '../settings/sales';
import type { ShopEvent, ShopProvider } from './provider';

const timeoutMs = 10_000;

const integer = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = v.pipe(v.string(), v.maxLength(200));
const at = v.pipe(
  integer,
  v.transform((ms) => new Date(ms)),
);
const shop = v.object({
  name: v.pipe(text, v.maxLength(30)),
  introduction: v.pipe(v.string(), v.maxLength(300)),
  goods: v.pipe(
    v.array(
      v.object({
        number: v.pipe(text, v.maxLength(64)),
        name: v.pipe(text, v.maxLength(60)),
        description: v.pipe(v.string(), v.maxLength(2000)),
        price: v.pipe(integer, v.minValue(1)),
        stock: integer,
      }),
    ),
    v.maxLength(5000),
  ),
});
const event = v.variant('kind', [
  v.object({ seq: integer, at, kind: v.literal('view'), goods: text, count: integer }),
  v.object({ seq: integer, at, kind: v.literal('sale'), goods: text, number: text, quantity: integer }),
  v.object({ seq: integer, at, kind: v.literal('return'), number: text }),
]);
const events = v.object({ events: v.array(event) });

/**
 * `POST {api}/shops/find {number, code}` (404 if they do not match) and `GET {api}/events?after=&limit=`, JSON, with the key as a bearer
 * token. Prices in fen, times in milliseconds.
 */
export function providerOverHttp({ api, key }: NonNullable<SalesSettings['provider']>): ShopProvider {
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${api}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.status === 404) return;
    if (!response.ok) throw new Error(`the shop provider answered ${response.status}`);
    return response.json();
  };
  return {
    async find(number, code) {
      const answer = await ask('shops/find', { number, code });
      return answer === undefined ? undefined : v.parse(shop, answer);
    },
    async events(after, limit): Promise<ShopEvent[]> {
      return v.parse(events, await ask(`events?after=${after}&limit=${limit}`)).events;
    },
  };
}
