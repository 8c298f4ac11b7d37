import { useEffect } from 'react';
import { useApp } from '../../core/app';
import * as mine from '../../features/mine/routes';

/** Leads a member who signs in to an account that is going to be deleted to where they can keep it. */
export function useLeaving() {
  const { nav, session } = useApp();
  const at = session.userInfo.value?.leavingAt;
  useEffect(() => {
    if (at) nav.go(mine.deleteAccount, {});
  }, [at]);
}
