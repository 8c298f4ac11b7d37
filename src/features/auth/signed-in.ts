import { useEffect } from 'react';
import type { SignedIn } from '../../contract/member/auth';
import { useApp } from '../../core/app';
import { acceptedBy, clearSignInDraft } from './draft';

/**
 * What follows every way of signing in, ready to be spread into a form: on yes the member goes to `fromUrl`, or to the
 * first screen; an account of the other country's version is led there (spec §6).
 */
export function useSignedIn(fromUrl = '/', welcome?: string) {
  const { nav, platform, queries, session, t, toasts } = useApp();
  return {
    done({ token, userInfo }: SignedIn) {
      clearSignInDraft(platform.tab);
      platform.local.set(acceptedBy, userInfo.username);
      queries.clear(); // what was read before was another member's, or nobody's
      session.signIn({ token, userInfo });
      nav.open(fromUrl, { replace: true });
      if (welcome) toasts.show(welcome);
    },
    refused(answer: { message: string; redirect?: string }): boolean {
      const { redirect } = answer;
      if (!redirect) return false;
      toasts.show(t('auth.elsewhere', { place: redirect.replace(/^\w+:\/\/([^/]*).*/, '$1') }));
      platform.leave(redirect);
      return false; // the form says it too, for whoever comes back
    },
  };
}

/** Coming back to a sign-in screen after signing in leads on, not in again, unless that is what it is `meant` for. */
export function useAlreadySignedIn(fromUrl = '/', meant = false) {
  const { nav, session } = useApp();
  useEffect(() => {
    if (!meant && session.token.peek()) nav.open(fromUrl, { replace: true });
  }, []);
}
