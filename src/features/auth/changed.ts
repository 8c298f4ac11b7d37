import { getInfo, type UserInfo } from '../../contract/auth';
import { useApp } from '../../core/app';
import { mine } from '../mine/screens';

/** What follows a changed phone or mailbox. */
export function useChanged() {
  const { nav, notices, queries, session, t } = useApp();
  return ({ userInfo }: { userInfo: UserInfo }) => {
    session.update(userInfo);
    queries.changed(getInfo);
    notices.say(t('session.changed'));
    nav.back(mine.home);
  };
}
