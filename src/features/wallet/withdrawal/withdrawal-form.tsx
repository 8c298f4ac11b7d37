import { useEffect, useRef } from 'react';
import type { PayoutAccount, PayoutKind } from '../../../contract/payout';
import { quoteWithdrawal, type WithdrawalQuote, type WithdrawalSource } from '../../../contract/wallet';
import type { Call } from '../../../contract/wire/call';
import type { Problems } from '../../../contract/wire/problem';
import { useApp } from '../../../core/app';
import type { List } from '../../../core/data/list';
import { useForm } from '../../../core/form/form';
import { money } from '../../../core/text/format';
import { Stale } from '../../../ui/feedback/trouble';
import { ChoiceField } from '../../../ui/field/choice-field';
import { FormView } from '../../../ui/field/form';
import { MoneyField } from '../../../ui/field/money-field';
import { TextField } from '../../../ui/field/text-field';
import { Cells } from '../../../ui/layout/cell';
import { AccountChoice } from './account-choice';
import type { Proposal, WithdrawalInput } from './apply-withdrawal';
import { QuoteCells } from './quote-cells';
import { useWithdrawalQuote } from './use-withdrawal-quote';
import { isPayable, minimumOf, withdrawalRules } from './withdrawal-rules';

/** What was filled in so far. */
export interface WithdrawalDraft extends Partial<WithdrawalInput> {
  /** The newest payout account when the member went to add one, `''` if there was none. */
  newest?: string | undefined;
}

export type Accounts = List<PayoutAccount, { items: PayoutAccount[]; kinds: PayoutKind[] }>;

/** Submitting asks what it costs; only the step after it moves money. */
const call: Call<WithdrawalInput, WithdrawalQuote> = quoteWithdrawal as Call;

export function WithdrawalForm({
  sources,
  available,
  accounts,
  begun,
  keep,
  wrong,
  propose,
}: {
  /** Those with enough to withdraw, at least one. */
  sources: WithdrawalSource[];
  /** Fen. */
  available: Record<WithdrawalSource, number>;
  accounts: Accounts;
  begun: WithdrawalDraft;
  keep(begun: WithdrawalDraft): void;
  /** What the server found wrong with what was wanted. */
  wrong: { wanted: WithdrawalInput; problems: Problems<WithdrawalInput> } | undefined;
  propose(proposal: Proposal): void;
}) {
  const { t } = useApp();
  // The account that was chosen is so once it is here: until then nothing could be said of where the money goes.
  const { newest, accountId: chosen, ...rest } = begun;
  const initial: Partial<WithdrawalInput> = { source: sources[0]!, ...rest };
  const { items } = accounts;
  const form = useForm({
    call,
    rules: withdrawalRules(available),
    initial,
    done(quote, wanted) {
      const to = items?.find(({ id }) => id === wanted.accountId);
      if (to) propose({ wanted, quote, account: to });
    },
  });
  const { values } = form;
  const draft = (): WithdrawalDraft => ({
    ...(chosen && { accountId: chosen }),
    ...values,
    newest: before.current,
  });

  const kept = useRef(JSON.stringify(initial));
  const before = useRef(newest);
  useEffect(() => {
    const now = JSON.stringify(values);
    if (now === kept.current) return;
    kept.current = now;
    keep(draft());
  });
  useEffect(() => {
    if (!sources.includes(values.source!)) form.set('source', sources[0]!);
  }, [sources.join()]);
  useEffect(() => {
    if (!items) return;
    const first = items[0]?.id;
    const added = before.current !== undefined && first !== before.current;
    const wanted = values.accountId ?? chosen;
    const known = !added && items.some(({ id }) => id === wanted);
    if (!known) before.current = undefined;
    const now = known ? wanted : first;
    if (now !== values.accountId) form.set('accountId', now);
  }, [items?.map(({ id }) => id).join()]);

  const account = items?.find(({ id }) => id === values.accountId);
  const held = available[values.source!];
  const payable = isPayable(values.source!, values.amount, held);
  const quote = useWithdrawalQuote(
    payable && items
      ? { source: values.source!, amount: values.amount!, accountId: values.accountId }
      : undefined,
  );

  const { problems } = form;
  const said = (name: keyof WithdrawalInput) => {
    const problem = wrong && wrong.wanted[name] === values[name] ? wrong.problems[name] : undefined;
    return problem && !problems[name] ? { [name]: problem } : {};
  };
  const of = { ...form, problems: { ...problems, ...said('amount'), ...said('accountId') } };
  return (
    <FormView of={form} send={t('wallet.apply.next')} note={t('wallet.apply.note')}>
      <ChoiceField
        of={{
          ...of,
          set(name, value) {
            form.set(name, value);
            form.set('amount', values.amount); // what was wrong with it was so for the other one
          },
        }}
        name="source"
        label={t('wallet.apply.source')}
        options={sources.map((value) => ({
          value,
          label: t('wallet.apply.has', { kind: t(`wallet.kinds.${value}`), amount: money(available[value]) }),
        }))}
      />
      <MoneyField
        of={of}
        name="amount"
        label={t('wallet.apply.amount')}
        all={held}
        hint={t('wallet.apply.from', { limit: money(minimumOf(values.source!)), available: money(held) })}
      />
      <AccountChoice
        of={of}
        label={t('wallet.apply.account')}
        accounts={accounts}
        onAdd={() => {
          before.current = items?.[0]?.id ?? '';
          keep(draft());
        }}
      />
      <TextField of={of} name="remark" label={t('wallet.apply.remark')} optional lines={2} maxLength={300} />
      <div role="status" aria-label={t('wallet.quote.label')}>
        {quote.failure && <Stale failure={quote.failure} retry={() => void quote.refresh()} />}
        <Cells>
          <QuoteCells quote={quote.value} toUsdt={account?.kind === 'usdt'} />
        </Cells>
      </div>
    </FormView>
  );
}
