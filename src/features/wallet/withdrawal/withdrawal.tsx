import { useState } from 'react';
import type { WithdrawalSource } from '../../../contract/wallet';
import type { Problems } from '../../../contract/wire/problem';
import { useApp } from '../../../core/app';
import { useDraft } from '../../../core/form/draft';
import { money } from '../../../core/text/format';
import { Empty } from '../../../ui/feedback/empty';
import { Section } from '../../../ui/layout/card';
import { wallet } from '../screens';
import type { Proposal, WithdrawalInput } from './apply-withdrawal';
import { ConfirmWithdrawal } from './confirm-withdrawal';
import { PendingNote } from './unsure';
import { type Accounts, type WithdrawalDraft, WithdrawalForm } from './withdrawal-form';
import { isPayable, minimumOf } from './withdrawal-rules';

const all: WithdrawalSource[] = ['balance', 'store'];

/** Takes money out: the form and the step that confirms it. What was begun is kept until it is applied for. */
export function Withdrawal({
  available,
  accounts,
}: {
  /** Fen. */
  available: Record<WithdrawalSource, number>;
  accounts: Accounts;
}) {
  const { nav, toasts, t } = useApp();
  const [begun = {}, keep] = useDraft<WithdrawalDraft>('withdrawal');
  const [proposal, propose] = useState<Proposal>();
  const [wrong, setWrong] = useState<{ wanted: WithdrawalInput; problems: Problems<WithdrawalInput> }>();
  const sources = all.filter((source) => isPayable(source, available[source], available[source]));

  return (
    <Section title={t('wallet.apply.title')}>
      {!proposal && <PendingNote look={propose} />}
      {sources.length ? (
        <WithdrawalForm {...{ sources, available, accounts, begun, keep, wrong, propose }} />
      ) : (
        <Empty
          text={t('wallet.apply.nothing', {
            balance: money(minimumOf('balance')),
            store: money(minimumOf('store')),
          })}
        />
      )}
      {proposal && (
        <ConfirmWithdrawal
          proposal={proposal}
          onProblems={(problems) => setWrong({ wanted: proposal.wanted, problems })}
          onClose={() => propose(undefined)}
          onDone={({ id }) => {
            keep(undefined);
            toasts.show(t('wallet.applied', { amount: money(proposal.wanted.amount) }));
            nav.go(wallet.withDrawRecord, { id }, { replace: true });
          }}
        />
      )}
    </Section>
  );
}
