import { startAuthentication } from '@simplewebauthn/browser';
import { askPayPasskey, verifyPayPasskey } from '../../contract/member/passkeys';
import type { App } from '../../core/app';
import { isDone } from '../../core/http/answer';

/**
 * Has a passkey of the member confirm one action. Returns the proof, or a message for the member: browsers do not tell apart whether there
 * was no passkey or the member canceled.
 */
export default async function confirmByPasskey(
  { send, t }: Pick<App, 'send' | 't'>,
  action: { call: string; digest: string },
): Promise<{ proof?: string; message?: string }> {
  const asked = await send(askPayPasskey, action);
  if (!isDone(asked)) return { message: asked.message };
  const credential = await startAuthentication({ optionsJSON: asked.options }).catch(() => undefined);
  if (!credential) return { message: t('pay-password.passkey.none') };
  const answer = await send(verifyPayPasskey, { credential });
  return isDone(answer) ? { proof: answer.proof } : { message: answer.message };
}
