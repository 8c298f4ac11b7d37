import { type AnyRoute, missing } from '../../core/navigation/route';
import type { Session } from '../../core/session/session';
import * as signIn from '../../features/auth/routes';

/** The reason why a member cannot open a screen. */
type Barrier = 'none' | 'sign in' | 'buy first' | 'parameter';

/** Spec §6: anyone; a member; a member whose `examineState` is 1. */
export function barrier(screen: AnyRoute, session: Session, query: Record<string, string>): Barrier {
  const who = session.userInfo.peek();
  if (screen.guard !== 'anyone' && !who) return 'sign in';
  if (screen.guard === 'examined' && who?.examineState !== 1) return 'buy first';
  return missing(screen, query).length ? 'parameter' : 'none';
}

/**
 * The screen to which a visitor who has to sign in is sent: register if the address contains an invite code, else sign in; and back to
 * `url` afterwards (spec §2).
 */
export function signInRoute(url: string, inviteCode: string | undefined): [AnyRoute, Record<string, string>] {
  const fromUrl = url === '/' ? {} : { fromUrl: url };
  return inviteCode ? [signIn.register, { inviteCode, ...fromUrl }] : [signIn.login, fromUrl];
}

/** The screen to which an invited visitor is sent from a sign-in screen without the invite code; undefined for any other screen. */
export function invitedRoute(
  screen: AnyRoute,
  query: Record<string, string>,
  inviteCode: string,
): [AnyRoute, Record<string, string>] | undefined {
  if (screen.path === signIn.login.path) return [signIn.register, { ...query, inviteCode }];
  const takesCode = screen.path === signIn.register.path || screen.path === signIn.wechatRegister.path;
  return takesCode && !query.inviteCode ? [screen, { ...query, inviteCode }] : undefined;
}
