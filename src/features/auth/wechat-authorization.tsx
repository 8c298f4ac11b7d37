import { useState } from 'react';
import { useApp } from '../../core/app';
import type { Props } from '../../core/navigation/screen';
import { Hero } from './hero';
import type { session } from './screens';
import { useAlreadySignedIn } from './signed-in';
import { WechatConsent } from './wechat-asking';
import { fromKey, stateKey } from './wechat-kept';
import { WechatSignIn } from './wechat-returning';

/** Asks to go to WeChat and, when WeChat has sent the member back here with a code, signs in with it. */
export default function WechatAuthorization({
  fromUrl,
  code,
  state,
  again,
}: Props<typeof session.wechatAuthorization>) {
  const { tab } = useApp().platform;
  const [failed, setFailed] = useState<{ problem?: string }>();
  // WeChat brings back no more than the code and the state
  const back = fromUrl ?? (code && tab.get(fromKey));
  // from WeChat just now, asked for in this tab
  const [isReturning] = useState(() => !!code && !!state && state === tab.get(stateKey));
  useAlreadySignedIn(back, !!again || isReturning);
  return (
    <>
      <Hero />
      {code && !failed ? (
        <WechatSignIn
          code={code}
          state={state}
          fromUrl={back}
          onFailed={(problem) => setFailed(problem ? { problem } : {})}
        />
      ) : (
        <WechatConsent fromUrl={back} problem={failed?.problem} />
      )}
    </>
  );
}
