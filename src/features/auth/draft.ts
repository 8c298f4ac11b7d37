import { useEffect } from 'react';
import { useApp } from '../../core/app';
import type { Store } from '../../core/platform';

/** What was typed so far, without secrets. */
interface SignInDraft {
  account?: string | undefined;
  username?: string | undefined;
  contact?: string | undefined;
  /** Kept from the link that invited, whatever screens are looked at before registering. */
  inviteCode?: string | undefined;
}

const key = 'signIn';

export function readSignInDraft(tab: Store): SignInDraft {
  try {
    return JSON.parse(tab.get(key) ?? '{}') ?? {};
  } catch {
    return {}; // not ours: nothing was typed
  }
}

/**
 * Under this name the phone keeps who signed in last, and so accepted the user agreement. Its number is that of the agreement's text:
 * with another one everybody is asked again.
 */
export const acceptedBy = 'account1';

export const clearSignInDraft = (tab: Store) => tab.set(key, undefined);

/** Keeps what is typed while the tab is open, so that reading the agreement or trying another way in costs nothing. */
export function useSignInDraft({ account, username, contact, inviteCode }: SignInDraft) {
  const { tab } = useApp().platform;
  const typed = JSON.stringify({ account, username, contact, inviteCode });
  useEffect(() => tab.set(key, JSON.stringify({ ...readSignInDraft(tab), ...JSON.parse(typed) })), [typed]);
}
