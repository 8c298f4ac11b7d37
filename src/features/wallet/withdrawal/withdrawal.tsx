import { type ReactNode, useState } from 'react';
import type { WithdrawalSource } from '../../../contract/money/wallet';
import type { Problems } from '../../../contract/wire/problem';
import { useApp } from '../../../core/app';
import { useDraft } from '../../../core/form/draft';
import { money } from '../../../core/text/format';
import { moneyDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { full } from '../../../ui/styles';
import * as wallet from '../routes';
import type { Proposal, WithdrawalInput } from './apply-withdrawal';
import { ConfirmWithdrawal } from './confirm-withdrawal';
import { PendingNote } from './pending-note';
import type { WithdrawalDraft } from './use-withdrawal-draft';
import { type Accounts, WithdrawalForm } from './withdrawal-form';
import { isPayable, minimumOf } from './withdrawal-rules';

const hasAny = <T,>(list: T[]): list is [T, ...T[]] => list.length > 0;
const all: WithdrawalSource[] = ['balance', 'store'];

/** Withdraws money: the form and the confirmation. The input is kept until the application. */
export function Withdrawal({
  available,
  accounts,
  children,
}: {
  /** Fen. */
  available: Record<WithdrawalSource, number>;
  accounts: Accounts;
  /** The member's balances, and links, below the form. */
  children?: ReactNode;
}) {
  const { nav, toasts, t } = useApp();
  const [draft = {}, store] = useDraft<WithdrawalDraft>('withdrawal');
  const [proposal, propose] = useState<Proposal>();
  const [wrong, setWrong] = useState<{ input: WithdrawalInput; problems: Problems<WithdrawalInput> }>();
  const sources = all.filter((source) => isPayable(source, available[source], available[source]));

  return (
    <div className={full}>
      {!proposal && <PendingNote look={propose} />}
      {hasAny(sources) ? (
        <WithdrawalForm
          sources={sources}
          available={available}
          accounts={accounts}
          draft={draft}
          store={store}
          wrong={wrong}
          propose={propose}
        >
          {children}
        </WithdrawalForm>
      ) : (
        <>
          <Empty
            drawing={moneyDrawing}
            text={t('wallet.apply.nothing', {
              balance: money(minimumOf('balance')),
              store: money(minimumOf('store')),
            })}
          />
          {children}
        </>
      )}
      {proposal && (
        <ConfirmWithdrawal
          proposal={proposal}
          onProblems={(problems) => setWrong({ input: proposal.input, problems })}
          onClose={() => propose(undefined)}
          onDone={({ id }) => {
            store(undefined);
            toasts.show(t('wallet.applied', { amount: money(proposal.input.amount) }));
            nav.go(wallet.withDrawRecord, { id }, { replace: true });
          }}
        />
      )}
    </div>
  );
}
