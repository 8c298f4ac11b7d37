import { serializeEnvelope, signedText } from '../../contract/wire/envelope';
import { uuid } from '../../contract/wire/uuid';
import type { Wire } from './answer';

/** The data for a signature. */
export type Signer = Pick<Wire, 'secret' | 'appid' | 'identity' | 'language' | 'clock' | 'md5'>;

/** The text of an envelope as it is sent, and its headers (spec §7). */
export function signRequest(wire: Signer, data: object): { text: string; headers: Record<string, string> } {
  const { token, userId } = wire.identity();
  const timestamp = Date.now() + wire.clock.ahead;
  const text = serializeEnvelope({ uuid: uuid(), appid: wire.appid, authToken: token, timestamp }, data);
  return {
    text,
    headers: {
      'Accept-Language': wire.language(),
      ...(token && { authorization: `Bearer ${token}` }),
      userId,
      Token: wire.md5(signedText(wire.secret, text)),
    },
  };
}
