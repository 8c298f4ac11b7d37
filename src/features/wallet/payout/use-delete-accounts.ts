import { useRef, useState } from 'react';
import { type PayoutAccount, userAccountDeleteBatch, userAccountList } from '../../../contract/payout';
import { useApp } from '../../../core/app';
import { demand } from '../../../core/data/query';
import { Failure } from '../../../core/http/failure';
import { uuid } from '../../../core/uuid';

/** Deletes payout accounts, all of them or none, once the member has agreed to which, or to how many. */
export function useDeleteAccounts(done: () => void) {
  const { send, queries, notices, t } = useApp();
  /** Ids of those that are being deleted. */
  const [busy, setBusy] = useState<readonly string[]>([]);
  const under = useRef(false);
  /** By what is asked for: without a final answer, the same request goes out again under the same key. */
  const keys = useRef<Record<string, string>>({});

  async function agreed(accounts: readonly PayoutAccount[]): Promise<boolean> {
    const [{ bankName, number }] = accounts as [PayoutAccount];
    return notices.ask({
      title:
        accounts.length === 1
          ? t('payout.ask.one', { name: bankName ? `${bankName} ${number}` : number })
          : t('payout.ask.many', { count: accounts.length }),
      text: t('payout.ask.text'),
      yes: t('payout.delete'),
      no: t('common.cancel'),
      danger: true,
    });
  }

  async function remove(accounts: readonly PayoutAccount[]) {
    if (under.current || !accounts.length) return;
    under.current = true;
    const ids = accounts.map(({ id }) => id).sort();
    const requestKey = (keys.current[`${ids}`] ??= uuid());
    const final = (text: string) => {
      delete keys.current[`${ids}`];
      notices.say(text);
      // after a refusal too: what is on the screen was not what the server knew
      queries.changed(userAccountList);
    };
    try {
      if (!(await agreed(accounts))) return;
      setBusy(ids);
      await demand(send, userAccountDeleteBatch, { ids, requestKey }, 'now');
      final(t('payout.deleted'));
      done();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.kind === 'refused') final(error.message); // anything else was said by `send`, and may be tried again
    } finally {
      under.current = false;
      setBusy([]);
    }
  }
  return { busy, remove };
}
