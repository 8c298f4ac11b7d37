import { getInfo, type UserInfo } from '../../contract/auth';
import { useApp } from '../../core/app';
import { mine } from '../mine/screens';

/** What follows a changed phone or mailbox. */
export function useContactChanged() {
  const { nav, toasts, queries, session, t } = useApp();
  return ({ userInfo }: { userInfo: UserInfo }) => {
    session.update(userInfo);
    queries.changed(getInfo);
    toasts.show(t('auth.changed'));
    nav.back(mine.home);
  };
}
