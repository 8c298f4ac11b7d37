import { useEffect } from 'react';
import { useApp } from '../../core/app';
import type { Store } from '../../core/platform';
import { parseFields } from '../../core/text/json';

/** The typed values so far, without secrets. */
interface SignInDraft {
  account?: string | undefined;
  username?: string | undefined;
  contact?: string | undefined;
  /** Kept from the invitation link, whatever screens are opened before registration. */
  inviteCode?: string | undefined;
}

const key = 'signIn';

export const readSignInDraft = (tab: Store): SignInDraft => parseFields(tab.get(key));

/**
 * Under this name the phone stores the last member who signed in and accepted the user agreement. The number is the version of the
 * agreement's text: a new version asks everybody again.
 */
export const acceptedBy = 'account1';

export const clearSignInDraft = (tab: Store) => tab.set(key, undefined);

/** Keeps typed values while the tab is open, so that reading the agreement or trying another method loses nothing. */
export function useSignInDraft({ account, username, contact, inviteCode }: SignInDraft) {
  const { tab } = useApp().platform;
  const typed = JSON.stringify({ account, username, contact, inviteCode });
  useEffect(() => tab.set(key, JSON.stringify({ ...readSignInDraft(tab), ...JSON.parse(typed) })), [typed]);
}
