import { revokeWithdrawal, type Withdrawal } from '../../../contract/money/wallet';
import { useApp } from '../../../core/app';
import { useConfirmedMutation } from '../../../core/data/confirmed-mutation';
import { fetchOrThrow } from '../../../core/data/query';
import { money } from '../../../core/text/format';

/** Revokes an application. */
export function useRevoke({ id, amount, source }: Withdrawal) {
  const { send, t } = useApp();
  const values = { amount: money(amount) };
  const { pending, mutate } = useConfirmedMutation({
    async act(id: string) {
      await fetchOrThrow(send, revokeWithdrawal, { id }, 'now');
      return t('wallet.revoke.done', values);
    },
  });
  const revoke = () =>
    mutate(id, {
      title: t('wallet.revoke.title', values),
      text: t('wallet.revoke.text', { kind: t(`wallet.kinds.${source}`) }),
      yes: t('wallet.revoke.yes'),
      no: t('wallet.revoke.no'),
      danger: true,
    });
  return { busy: !!pending, revoke };
}
