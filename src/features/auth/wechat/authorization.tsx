import { useEffect, useState } from 'react';
import { useApp } from '../../../core/app';
import type { Props } from '../../../core/navigation/route';
import * as session from '../routes';
import { Hero } from '../sign-in/hero';
import { useAlreadySignedIn } from '../signed-in';
import { WechatConsent } from './asking';
import { fromKey, keepReturned, readReturned, stateKey } from './kept';
import { WechatBusy, WechatSignIn } from './returning';

/**
 * Asks to go to WeChat and, after WeChat has sent the member back with a code, signs in with it. The code is removed from the address
 * before it is used, so that nobody can share it, go back to it or reload it.
 */
export default function WechatAuthorization({
  fromUrl,
  code,
  state,
  again,
}: Props<typeof session.wechatAuthorization>) {
  const { nav, platform, session: known } = useApp();
  const { tab } = platform;
  const [failed, setFailed] = useState<{ problem?: string }>();
  const returned = code ? { code, state } : failed ? undefined : readReturned(tab);
  // WeChat returns only the code and the state
  const back = fromUrl ?? (returned && tab.get(fromKey));
  // from WeChat just now, requested in this tab
  const [isReturning] = useState(() => !!returned?.state && returned.state === tab.get(stateKey));
  useAlreadySignedIn(back, !!again || isReturning);
  useEffect(() => {
    if (!code) return;
    if (isReturning || !known.token.peek()) keepReturned(tab, { code, state });
    const rest = { ...(fromUrl && { fromUrl }), ...(again && { again }) };
    nav.go(session.wechatAuthorization, rest, { replace: true });
  }, [code]);
  return (
    <>
      <Hero />
      {code ? (
        <WechatBusy />
      ) : returned ? (
        <WechatSignIn
          {...returned}
          fromUrl={back}
          onFailed={(problem) => setFailed(problem ? { problem } : {})}
        />
      ) : (
        <WechatConsent fromUrl={back ?? tab.get(fromKey)} problem={failed?.problem} />
      )}
    </>
  );
}
