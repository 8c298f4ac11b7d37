import { rejectionCodes } from '../../contract/wire/codes';
import type { Wire } from './answer';

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

/** An answer of HTTP. `ok`: its status is 200. */
export interface Reply {
  ok: boolean;
  answer: Envelope;
}

export const readReply = async (response: Response): Promise<Reply> => ({
  ok: response.status === 200,
  answer: readEnvelope(await response.text()),
});

/** Sends the call, and once more with the server's time when the server has refused the phone's; remembers the difference. */
export async function inTime<A extends { ok: boolean; answer: Envelope }>(
  wire: Wire,
  attempt: () => Promise<A>,
): Promise<A> {
  const first = await attempt();
  const serverTime = first.answer.body?.serverTime;
  if (first.ok || String(first.answer.header?.res_code) !== rejectionCodes.clock || !serverTime) return first;
  wire.clock.ahead = serverTime - Date.now();
  return attempt();
}
