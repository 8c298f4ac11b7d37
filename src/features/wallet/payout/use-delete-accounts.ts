import { type PayoutAccount, userAccountDeleteBatch } from '../../../contract/money/payout';
import { useApp } from '../../../core/app';
import { useConfirmedMutation } from '../../../core/data/confirmed-mutation';
import { fetchOrThrow } from '../../../core/data/query';

/** Deletes payout accounts, all of them or none, after a confirmation that names them or their number. */
export function useDeleteAccounts(done: () => void) {
  const { send, t } = useApp();
  const { pending: busy = [], mutate } = useConfirmedMutation({
    async act(ids: string[]) {
      await fetchOrThrow(send, userAccountDeleteBatch, { ids }, 'now');
      return t('payout.deleted');
    },
    done,
  });

  async function remove(accounts: readonly PayoutAccount[]) {
    const [first] = accounts;
    if (!first) return;
    const { bankName, number } = first;
    await mutate(accounts.map(({ id }) => id).sort(), {
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
  /** `busy`: ids of the accounts that are being deleted. */
  return { busy, remove };
}
