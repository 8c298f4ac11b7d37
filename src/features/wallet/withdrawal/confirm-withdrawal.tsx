import { useState } from 'react';
import type { Withdrawal, WithdrawalQuote } from '../../../contract/money/wallet';
import type { Problems } from '../../../contract/wire/problem';
import { useApp } from '../../../core/app';
import { money } from '../../../core/text/format';
import { Button } from '../../../ui/button';
import { Sheet } from '../../../ui/feedback/sheet';
import { hint } from '../../../ui/field/hint';
import { Cell, Cells } from '../../../ui/layout/cell';
import { filled } from '../../../ui/styles';
import { accountName } from '../payout/account-name';
import {
  type ApplyRefusal,
  type Proposal,
  useApplyWithdrawal,
  type WithdrawalInput,
} from './apply-withdrawal';
import { QuoteCells } from './quote-cells';

/**
 * The last step of a withdrawal, and the only one that moves money: shows amount, fee, net amount, account and date, and applies after
 * the member has confirmed. A changed fee is shown and confirmed again.
 */
export function ConfirmWithdrawal({
  proposal,
  onDone,
  onProblems,
  onClose,
}: {
  proposal: Proposal;
  onDone(made: Pick<Withdrawal, 'id'>): void;
  /** The server found problems in the input; they are shown here too. */
  onProblems(problems: Problems<WithdrawalInput>): void;
  onClose(): void;
}) {
  const { t } = useApp();
  const { input, account } = proposal;
  const { busy, sent, apply } = useApplyWithdrawal(input);
  const [changed, setChanged] = useState<WithdrawalQuote>();
  const [refused, setRefused] = useState<ApplyRefusal>();
  const quote = sent?.quote ?? changed ?? proposal.quote;
  const amount = money(input.amount);

  const press = async () => {
    setRefused(undefined);
    const applied = await apply({ ...proposal, quote });
    if (!applied) return;
    if ('done' in applied) return onDone(applied.done);
    if ('quote' in applied) return setChanged(applied.quote);
    setRefused(applied);
    if (applied.problems) onProblems(applied.problems);
  };

  return (
    <Sheet open title={t('wallet.confirm.title', { amount })} onClose={() => !busy && onClose()}>
      <div className={filled}>
        <Cells>
          <Cell label={t('wallet.facts.from')} value={t(`wallet.kinds.${input.source}`)} />
          <Cell label={t('wallet.confirm.to')} value={accountName(account)} />
          <QuoteCells quote={quote} />
        </Cells>
        {sent && !busy && (
          <p className={hint} role="status">
            {t('wallet.confirm.doubt')}
          </p>
        )}
        {changed && !sent && !refused && (
          <p role="alert">
            {t('wallet.confirm.changed', { before: money(proposal.quote.fee), now: money(changed.fee) })}
          </p>
        )}
        {refused && <p role="alert">{refused.refusal}</p>}
        {refused?.problems ? (
          <Button onClick={onClose}>{t('common.back')}</Button>
        ) : (
          <Button kind="primary" busy={busy} onClick={() => void press()}>
            {t('wallet.confirm.yes', { amount })}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
