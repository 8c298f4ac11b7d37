import { rejectionCodes } from '../../contract/wire/codes';
import { parseJson } from '../text/json';
import type { Wire } from './answer';

export interface Envelope {
  header?: { res_code?: unknown; message?: string; msg?: string };
  body?: Record<string, unknown> & { serverTime?: number };
  message?: string;
  msg?: string;
}

/** Parses a response as an envelope. A proxy may respond with something other than JSON: then the envelope is empty. */
export const readEnvelope = <E extends Envelope>(text: string): E => (parseJson(text) ?? {}) as E;

/** An HTTP response. `ok`: its status is 200. */
export interface Reply {
  ok: boolean;
  answer: Envelope;
}

/** A response as it came. */
export interface RawReply {
  status: number;
  text: string;
}

export const parseReply = ({ status, text }: RawReply): Reply => ({
  ok: status === 200,
  answer: readEnvelope(text),
});

export const readReply = async (response: Response): Promise<Reply> =>
  parseReply({ status: response.status, text: await response.text() });

/** Whether the server has rejected the phone's time. Then the clock is corrected, and another attempt will succeed. */
export function setsClock(wire: Wire, { ok, answer }: Reply): boolean {
  const serverTime = answer.body?.serverTime;
  if (ok || String(answer.header?.res_code) !== rejectionCodes.clock || !serverTime) return false;
  wire.clock.ahead = serverTime - Date.now();
  return true;
}
