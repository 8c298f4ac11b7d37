import { seal, signed, turnedAway } from '../contract/envelope';
import type { Wire } from './answer';
import { uuid } from './uuid';

/** The text of an envelope as it is sent, and the headers that go with it (spec §7). `md5`: of a text's UTF-8, in hex. */
export function sealed(
  wire: Wire,
  data: object,
  md5: (text: string) => string,
): { text: string; headers: Record<string, string> } {
  const { token, userId } = wire.identity();
  const timestamp = Date.now() + wire.clock.ahead;
  const text = seal({ uuid: uuid(), appid: wire.appid, authToken: token, timestamp }, data);
  return {
    text,
    headers: {
      'Accept-Language': wire.language(),
      ...(token && { authorization: `Bearer ${token}` }),
      userId,
      Token: md5(signed(wire.secret, text)),
    },
  };
}

export interface Envelope {
  header?: { res_code?: unknown; message?: string; msg?: string };
  body?: Record<string, unknown> & { serverTime?: number };
  message?: string;
  msg?: string;
}

/** What came back as an envelope. A gateway in between may answer in anything but JSON: then it is an empty one. */
export function readEnvelope<E extends Envelope>(text: string): E {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {} as E;
  }
}

/** Tries, and once more by the server's clock when that has refused ours; remembers how far ours is off. */
export async function inTime<A extends { ok: boolean; answer: Envelope }>(
  wire: Wire,
  attempt: () => Promise<A>,
): Promise<A> {
  const first = await attempt();
  const serverTime = first.answer.body?.serverTime;
  if (first.ok || String(first.answer.header?.res_code) !== turnedAway.clock || !serverTime) return first;
  wire.clock.ahead = serverTime - Date.now();
  return attempt();
}
