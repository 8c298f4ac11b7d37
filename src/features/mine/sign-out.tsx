import { logout } from '../../contract/member/auth';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { forgetDrafts } from '../../core/form/draft';
import { asFailure } from '../../core/http/failure';
import { forgetOwn } from '../../core/session/own-store';
import { Button } from '../../ui/button';
import * as doors from '../auth/routes';

/** Milliseconds to wait for the server before the phone signs out anyway. */
const timeoutMs = 3000;

/** Forgets the member on this phone, and leads to sign-in: their session is over. */
export function useForgetMember(): () => void {
  const { nav, platform, queries, session, unsent } = useApp();
  return () => {
    const { userId = '' } = session.userInfo.peek() ?? {};
    forgetDrafts(platform.local, userId);
    forgetOwn(platform.local, userId);
    unsent.clear();
    session.signOut();
    queries.clear();
    nav.go(doors.login, {}, { replace: true });
  };
}

/** Ends the session, on the server if it is reachable and on the phone in any case. */
export function SignOut() {
  const { dialogs, platform, send, t } = useApp();
  const forget = useForgetMember();
  const { pending, run } = useInFlight();

  async function signOutAtServer() {
    if (!platform.isOnline()) return;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), timeoutMs);
    try {
      await send(logout, {}, { signal: stop.signal });
    } catch (error) {
      asFailure(error); // without a connection the session ends on this phone only
    } finally {
      clearTimeout(timer);
    }
  }

  async function signOut(start: (busy: true) => void) {
    const agreed = await dialogs.ask({
      title: t('mine.signOutTitle'),
      text: t('mine.signOutText'),
      yes: t('mine.signOut'),
      no: t('common.cancel'),
    });
    if (!agreed) return;
    start(true);
    await signOutAtServer();
    forget();
  }
  return (
    <div style={{ display: 'flex', flexDirection: 'column', margin: '24px 0' }}>
      <Button busy={pending} onClick={() => void run(signOut)}>
        {t('mine.signOut')}
      </Button>
    </div>
  );
}
