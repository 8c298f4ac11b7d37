import type { Queries } from '../data/query';
import type { Session } from '../session/session';
import type { I18n } from '../text/i18n';
import type { Notices } from '../toasts';

/** Milliseconds between the toast and the sign-in screen (spec §9). */
export const expiryDelay = 3000;

interface Outside {
  session: Session;
  notices: Notices;
  queries: Queries;
  t: I18n['t'];
  toLogin(): void;
}

/**
 * 510 (spec §8): a modal, then the sign-in screen; with the jump flag a toast, and the sign-in screen 3 s later.
 * Said once, however many calls come back with it, and not for the token of an earlier session.
 */
export function createExpired({ session, notices, queries, t, toLogin }: Outside) {
  let saying = false;
  return async (token: string) => {
    if (saying || token !== session.token.peek()) return;
    saying = true;
    const text = t('common.failures.expired');
    if (session.isUseLoginJump) {
      notices.say(text, expiryDelay);
      await new Promise((rest) => setTimeout(rest, expiryDelay));
    } else {
      await notices.ask({ title: t('common.failures.expiredTitle'), text, yes: t('common.ok') });
    }
    saying = false;
    session.signOut();
    queries.clear();
    toLogin();
  };
}
