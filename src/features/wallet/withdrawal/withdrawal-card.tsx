import type { Withdrawal } from '../../../contract/money/wallet';
import { useApp } from '../../../core/app';
import { money } from '../../../core/text/format';
import { dayAndTime } from '../../../core/text/when';
import { Amount } from '../../../ui/display/amount';
import { cardIcon } from '../../../ui/display/icons';
import { Card } from '../../../ui/layout/card';
import { Tile } from '../../../ui/layout/cell';
import { quiet, spread } from '../../../ui/styles';
import { accountName } from '../payout/account-name';
import * as wallet from '../routes';
import { apart } from '../styles';
import { isOpen, keeps, StatusTag } from './status';

/** Spec §3, withdrawal record: amount, fee, status, time, notes, denial reason, bank card. */
export function WithdrawalCard({ of }: { of: Withdrawal }) {
  const app = useApp();
  const { nav, t } = app;
  const { id, amount, fee, arrives, status, account, remark, reason, reference } = of;
  const line = (label: string, value: string) => t('wallet.line', { label, value });
  const lines = [
    keeps(status) && t('wallet.feeOf', { fee: money(fee), arrives: money(arrives) }),
    remark && line(t('wallet.facts.remark'), remark),
    reference && line(t('wallet.facts.reference'), reference),
    isOpen(status) && line(t('wallet.quote.expected'), dayAndTime(of.expectedBy, app)),
  ];
  return (
    <Card {...nav.link(wallet.withDrawRecord, { id })}>
      <div className={spread} style={{ alignItems: 'flex-start' }}>
        <Tile of={cardIcon} />
        <div data-grow="" style={{ overflowWrap: 'anywhere' }}>
          <div className={apart}>
            <Amount of={money(amount)} />
            <StatusTag of={status} />
          </div>
          <p className={quiet}>
            {accountName(account)}
            <br />
            {dayAndTime(of.appliedAt, app)}
          </p>
          {reason && <p>{t('wallet.reason', { reason })}</p>}
          {lines.map(
            (line) =>
              line && (
                <p key={line} className={quiet}>
                  {line}
                </p>
              ),
          )}
        </div>
      </div>
    </Card>
  );
}
