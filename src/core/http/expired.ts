import type { Queries } from '../data/query';
import type { Dialogs } from '../dialogs';
import type { Session } from '../session/session';
import type { State } from '../state';
import type { I18n } from '../text/i18n';
import type { Toasts } from '../toasts';

/** Milliseconds between the toast and the sign-in screen (spec §9). */
const expiryDelay = 3000;

interface Deps {
  state: State;
  session: Session;
  toasts: Toasts;
  dialogs: Dialogs;
  queries: Queries;
  t: I18n['t'];
  toLogin(): void;
}

/**
 * Handles 510 (spec §8): a modal, then the sign-in screen; with the jump flag a toast, and the sign-in screen 3 s later. Shown once,
 * however many calls return it, and not for the token of an earlier session. Returns whether there is a newer session.
 */
export function createExpired({ state, session, toasts, dialogs, queries, t, toLogin }: Deps) {
  let announced = false;
  return async (token: string): Promise<boolean> => {
    const now = session.token.peek();
    if (announced || token !== now) return !announced && !!now;
    announced = true;
    const text = t('common.failures.expired');
    if (state.isUseLoginJump.peek()) {
      toasts.show(text, expiryDelay);
      await new Promise((resolve) => setTimeout(resolve, expiryDelay));
    } else {
      await dialogs.ask({ title: t('common.failures.expiredTitle'), text, yes: t('common.ok') });
    }
    announced = false;
    session.signOut();
    queries.clear();
    toLogin();
    return false;
  };
}
