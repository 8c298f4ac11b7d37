import { askPasskey, passkeyLogin } from '../../../contract/member/passkeys';
import { useApp } from '../../../core/app';
import { useInFlight } from '../../../core/data/in-flight';
import { fetchOrThrow } from '../../../core/data/query';
import { isDone } from '../../../core/http/answer';
import { showRefusal } from '../../../core/http/refusal';
import { Button } from '../../../ui/button';
import { askPasskey as part } from '../routes';
import { useSignedIn } from '../signed-in';
import type { askPasskey as Ask } from './ask-passkey';

/** Signs in with a passkey, without a name or a password. */
export default function PasskeySignIn({ fromUrl }: { fromUrl?: string }) {
  const { bring, send, t, toasts } = useApp();
  const { done, refused } = useSignedIn(fromUrl);
  const { pending, run } = useInFlight();
  const signIn = () =>
    run(async (start) => {
      start(true);
      const loading = bring(part);
      const { options } = await fetchOrThrow(send, askPasskey, {}, 'now');
      const ask = (await loading) as unknown as typeof Ask | undefined;
      const credential = await ask?.(options);
      if (!credential) return toasts.show(t(ask ? 'passkey.none' : 'common.failures.offline'));
      const answer = await send(passkeyLogin, { credential });
      if (isDone(answer)) done(answer);
      else if (!refused(answer)) toasts.show(answer.message);
    }, showRefusal(toasts));
  return (
    <div style={{ display: 'flex', flexDirection: 'column', marginTop: 16 }}>
      <Button busy={pending} onClick={() => void signIn()}>
        {t('passkey.signIn')}
      </Button>
    </div>
  );
}
