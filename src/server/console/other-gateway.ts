import { randomUUID } from 'node:crypto';
import { signatureOf } from '../embed/signed-request';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';

/** Milliseconds to wait for the other gateway. */
const timeoutMs = 8000;

/**
 * Calls the other gateway, live or test (`PARTNER_OTHER_URL`). The request is signed like a partner's, with the secret that both share. A
 * refusal is passed on with the same message.
 */
export async function askOther({ settings, now }: Pick<Gateway, 'settings' | 'now'>, question: object) {
  const { other } = settings.partnerConsole;
  if (!other) throw new DomainError('partnerNoTestGateway');
  const body = JSON.stringify(question);
  const [timestamp, nonce] = [String(now()), randomUUID()];
  const response = await fetch(`${other.url}/embed/v1/other`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signatureOf(other.secret, timestamp, nonce, body),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw new DomainError('partnerOtherAway');
  });
  const answer = (await response.json().catch(() => ({}))) as { data?: object; refused?: DomainError['key'] };
  if (answer.data) return answer.data;
  throw new DomainError(answer.refused ?? 'partnerOtherAway');
}
