import { revokeWithdrawal, type Withdrawal } from '../../../contract/wallet';
import { useApp } from '../../../core/app';
import { useAgreed } from '../../../core/data/confirmed-mutation';
import { demand } from '../../../core/data/query';
import { money } from '../../../core/text/format';
import { shown } from '../shown';

/** Takes an application back. */
export function useRevoke({ id, amount, source }: Withdrawal) {
  const { send, t } = useApp();
  const values = { amount: money(amount) };
  const { busy, go } = useAgreed({
    question: {
      title: t('wallet.revoke.title', values),
      text: t('wallet.revoke.text', { kind: t(`wallet.kinds.${source}`) }),
      yes: t('wallet.revoke.yes'),
      no: t('wallet.revoke.no'),
      danger: true,
    },
    async act(requestKey) {
      await demand(send, revokeWithdrawal, { id, requestKey }, 'now');
      return t('wallet.revoke.done', values);
    },
    shown,
  });
  return { busy, revoke: go };
}
