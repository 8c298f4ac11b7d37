import { useEffect } from 'react';
import type { SignedIn } from '../../contract/member/auth';
import { useApp } from '../../core/app';
import { acceptedBy, clearSignInDraft } from './draft';

/**
 * The options after every kind of sign-in, to spread into a form: after success the member goes to `fromUrl`, or to the first screen; a
 * member of the other country's version is redirected there (spec §6).
 */
export function useSignedIn(fromUrl = '/', welcome?: string) {
  const { nav, platform, queries, session, t, toasts } = useApp();
  return {
    done({ token, userInfo }: SignedIn) {
      clearSignInDraft(platform.tab);
      platform.local.set(acceptedBy, userInfo.username);
      queries.clear(); // earlier answers belonged to another member, or to nobody
      session.signIn({ token, userInfo });
      nav.open(fromUrl, { replace: true });
      if (welcome) toasts.show(welcome);
    },
    refused(answer: { message: string; redirect?: string }): boolean {
      const { redirect } = answer;
      if (!redirect) return false;
      toasts.show(t('auth.elsewhere', { place: redirect.replace(/^\w+:\/\/([^/]*).*/, '$1') }));
      platform.leave(redirect);
      return false; // the form shows it too, for members who come back
    },
  };
}

/** A signed-in member who returns to a sign-in screen is sent on, unless the screen is `meant` for signed-in members. */
export function useAlreadySignedIn(fromUrl = '/', meant = false) {
  const { nav, session } = useApp();
  useEffect(() => {
    if (!meant && session.token.peek()) nav.open(fromUrl, { replace: true });
  }, []);
}
