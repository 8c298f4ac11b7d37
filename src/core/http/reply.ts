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

/** Whether the server has refused the phone's time. Then the clock is set by the server's, and another try will do. */
export function setsClock(wire: Wire, { ok, answer }: Reply): boolean {
  const serverTime = answer.body?.serverTime;
  if (ok || String(answer.header?.res_code) !== rejectionCodes.clock || !serverTime) return false;
  wire.clock.ahead = serverTime - Date.now();
  return true;
}
