import type { Withdrawal } from '../../../contract/wallet';
import { useApp } from '../../../core/app';
import { dateTime, money } from '../../../core/text/format';
import { Card } from '../../../ui/layout/card';
import { quiet } from '../../../ui/styles';
import { accountName } from '../payout/account-name';
import { wallet } from '../screens';
import { apart } from '../styles';
import { isOpen, keeps, StatusTag } from './status';

/** Spec §3, withdrawal record: amount, fee, status, time, notes, denial reason, bank card. */
export function WithdrawalCard({ of }: { of: Withdrawal }) {
  const { nav, t } = useApp();
  const { id, amount, fee, arrives, status, account, remark, reason, reference } = of;
  return (
    <Card {...nav.link(wallet.withDrawRecord, { id })}>
      <div className={apart}>
        <strong>{money(amount)}</strong>
        <StatusTag of={status} />
      </div>
      {keeps(status) && (
        <p className={quiet}>{t('wallet.feeOf', { fee: money(fee), arrives: money(arrives) })}</p>
      )}
      <p className={quiet}>
        {accountName(account)}
        <br />
        {dateTime(of.appliedAt)}
      </p>
      {reason && <p>{t('wallet.reason', { reason })}</p>}
      {remark && <p className={quiet}>{`${t('wallet.facts.remark')}: ${remark}`}</p>}
      {reference && <p className={quiet}>{`${t('wallet.facts.reference')}: ${reference}`}</p>}
      {isOpen(status) && (
        <p className={quiet}>{`${t('wallet.quote.expected')}: ${dateTime(of.expectedBy)}`}</p>
      )}
    </Card>
  );
}
