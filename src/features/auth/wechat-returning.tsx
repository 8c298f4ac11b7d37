import { useEffect } from 'react';
import { getOpenIdByCode, wechatLogin } from '../../contract/auth';
import { useApp } from '../../core/app';
import { useBusy } from '../../core/data/busy';
import { isDone } from '../../core/http/answer';
import { asFailure } from '../../core/http/failure';
import { Card } from '../../ui/layout/card';
import { session as screens } from './screens';
import { useSignedIn } from './signed-in';
import { alertWechatFailure, stateKey } from './wechat-kept';

interface Props {
  /** Good once, for five minutes; the server gives the same answer to the same code. */
  code: string;
  state: string | undefined;
  fromUrl: string | undefined;
  /** The code was refused; `message` says why, unless an alert has shown it already. */
  onFailed(message?: string): void;
}

/** Back from WeChat: a known member is signed in, anybody else chooses an account. */
export function WechatSignIn({ code, state, fromUrl, onFailed }: Props) {
  const app = useApp();
  const { nav, platform, send, session, t } = app;
  const signedIn = useSignedIn(fromUrl);
  useBusy();

  useEffect(() => {
    let left = false;
    const failed = (message: string) => {
      void alertWechatFailure(app, message);
      onFailed();
    };
    const finish = async () => {
      const opened = await send(getOpenIdByCode, { code });
      if (left) return;
      if (!isDone(opened)) return failed(opened.message);
      platform.tab.set(stateKey, undefined); // not before: a reload on the way may ask again
      const { ticket, bound } = opened;
      if (!bound) {
        const params = {
          ticket,
          ...(fromUrl && { fromUrl }),
          ...(session.token.peek() && { again: '1' }),
        };
        return nav.go(screens.wechatRegister, params, { replace: true });
      }
      const answer = await send(wechatLogin, { ticket });
      if (left) return;
      if (isDone(answer)) return signedIn.done(answer);
      if (signedIn.refused(answer)) return onFailed();
      failed(answer.message);
    };
    // Somebody else's code would sign the member in as somebody else.
    if (!state || state !== platform.tab.get(stateKey)) {
      if (!session.token.peek()) onFailed(t('wechat.foreign'));
    } else {
      finish().catch((error) => {
        const failure = asFailure(error);
        if (!left) failed(failure.message);
      });
    }
    return () => {
      left = true;
    };
  }, []);

  return (
    <Card>
      <p role="status">{t('wechat.busy')}</p>
    </Card>
  );
}
