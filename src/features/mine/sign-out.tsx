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

/** Ends the session, on the server if it is reachable and on the phone in any case. */
export function SignOut() {
  const { dialogs, nav, platform, queries, send, session, t, unsent } = useApp();
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
    const { userId = '' } = session.userInfo.peek() ?? {};
    forgetDrafts(platform.local, userId);
    forgetOwn(platform.local, userId);
    unsent.clear();
    session.signOut();
    queries.clear();
    nav.go(doors.login, {}, { replace: true });
  }
  return (
    <div style={{ display: 'flex', flexDirection: 'column', margin: '24px 0' }}>
      <Button busy={pending} onClick={() => void run(signOut)}>
        {t('mine.signOut')}
      </Button>
    </div>
  );
}
