import { useEffect, useRef } from 'react';
import type { PayoutAccount } from '../../../contract/money/payout';
import type { WithdrawalSource } from '../../../contract/money/wallet';
import type { Form } from '../../../core/form/form';
import type { WithdrawalInput } from './apply-withdrawal';

/** The input so far. */
export interface WithdrawalDraft extends Partial<WithdrawalInput> {
  /** The newest payout account when the member went to add one, `''` if there was none. */
  newest?: string | undefined;
}

/**
 * Stores the input of the form whenever it changes, and chooses the account: the one of the draft, or the newest if the member has just
 * added it. `storeNewest` is called before the member leaves the form to add one.
 */
export function useWithdrawalDraft({
  form,
  sources,
  items,
  draft: { newest, accountId: chosen },
  initial,
  store,
}: {
  form: Form<WithdrawalInput>;
  sources: [WithdrawalSource, ...WithdrawalSource[]];
  /** The payout accounts, newest first, once they are loaded. */
  items: readonly PayoutAccount[] | undefined;
  draft: WithdrawalDraft;
  initial: Partial<WithdrawalInput>;
  store(draft: WithdrawalDraft): void;
}) {
  const { values } = form;
  const [first] = sources;
  const stored = useRef(JSON.stringify(initial));
  const before = useRef(newest);
  const current = (): WithdrawalDraft => ({
    ...(chosen && { accountId: chosen }),
    ...values,
    newest: before.current,
  });

  useEffect(() => {
    const now = JSON.stringify(values);
    if (now === stored.current) return;
    stored.current = now;
    store(current());
  });
  useEffect(() => {
    if (!sources.includes(values.source ?? first)) form.set('source', first);
  }, [sources.join()]);
  useEffect(() => {
    if (!items) return;
    const newestId = items[0]?.id;
    const added = before.current !== undefined && newestId !== before.current;
    const chosenId = values.accountId ?? chosen;
    const present = !added && items.some(({ id }) => id === chosenId);
    if (!present) before.current = undefined;
    const now = present ? chosenId : newestId;
    if (now !== values.accountId) form.set('accountId', now);
  }, [items?.map(({ id }) => id).join()]);

  return {
    storeNewest() {
      before.current = items?.[0]?.id ?? '';
      store(current());
    },
  };
}
