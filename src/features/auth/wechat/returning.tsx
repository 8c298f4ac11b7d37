import { useEffect } from 'react';
import { getOpenIdByCode, wechatLogin } from '../../../contract/member/auth';
import { useApp } from '../../../core/app';
import { useBusy } from '../../../core/data/busy';
import { isDone } from '../../../core/http/answer';
import { asFailure } from '../../../core/http/failure';
import { Card } from '../../../ui/layout/card';
import * as screens from '../routes';
import { useSignedIn } from '../signed-in';
import { alertWechatFailure, keepReturned, type Returned, stateKey } from './kept';

interface Props extends Returned {
  fromUrl: string | undefined;
  /** The code has expired; `message` gives the reason. */
  onFailed(message?: string): void;
}

export function WechatBusy() {
  const { t } = useApp();
  useBusy();
  return (
    <Card>
      <p role="status">{t('wechat.busy')}</p>
    </Card>
  );
}

/** After the return from WeChat: a known member is signed in, anybody else chooses an account. */
export function WechatSignIn({ code, state, fromUrl, onFailed }: Props) {
  const app = useApp();
  const { nav, platform, send, session, t } = app;
  const signedIn = useSignedIn(fromUrl);

  useEffect(() => {
    let left = false;
    // whatever comes of it, it is not tried a second time: the member goes through WeChat once more, if they want to
    const over = () => {
      keepReturned(platform.tab, undefined);
      platform.tab.set(stateKey, undefined);
    };
    const failed = (message: string) => {
      over();
      void alertWechatFailure(app, message);
      onFailed(message || t('wechat.failed'));
    };
    const finish = async () => {
      const opened = await send(getOpenIdByCode, { code });
      if (left) return;
      if (!isDone(opened)) return failed(opened.message);
      over(); // not earlier: a reload in the meantime may ask again
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
    // Another person's code would sign the member in to that person's account.
    if (!state || state !== platform.tab.get(stateKey)) {
      keepReturned(platform.tab, undefined);
      onFailed(t('wechat.foreign'));
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

  return <WechatBusy />;
}
