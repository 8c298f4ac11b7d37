import type { ReactNode } from 'react';
import type { PayoutAccount, PayoutKind } from '../../../contract/money/payout';
import { quoteWithdrawal, type WithdrawalQuote, type WithdrawalSource } from '../../../contract/money/wallet';
import type { Call } from '../../../contract/wire/call';
import type { Problems } from '../../../contract/wire/problem';
import { useApp } from '../../../core/app';
import type { List } from '../../../core/data/list';
import { type Form, useForm } from '../../../core/form/form';
import { money } from '../../../core/text/format';
import { Stale } from '../../../ui/feedback/trouble';
import { BarFormView } from '../../../ui/field/bar-form';
import { ChoiceField } from '../../../ui/field/choice-field';
import { MoneyField } from '../../../ui/field/money-field';
import { QuickAmounts } from '../../../ui/field/quick-amounts';
import { TextField } from '../../../ui/field/text-field';
import { Card } from '../../../ui/layout/card';
import { Cells } from '../../../ui/layout/cell';
import { AccountChoice } from './account-choice';
import type { Proposal, WithdrawalInput } from './apply-withdrawal';
import { QuoteCells } from './quote-cells';
import { useWithdrawalDraft, type WithdrawalDraft } from './use-withdrawal-draft';
import { useWithdrawalQuote } from './use-withdrawal-quote';
import { isPayable, minimumOf, withdrawalRules } from './withdrawal-rules';

/** Amounts in fen to fill in with a tap. */
const quick = [100_00, 200_00, 1_000_00];

export type Accounts = List<PayoutAccount, { items: PayoutAccount[]; kinds: PayoutKind[] }>;

/** Submitting requests the quote; only the next step moves money. */
const call = quoteWithdrawal as Call<WithdrawalInput, WithdrawalQuote>;

export function WithdrawalForm({
  sources,
  available,
  accounts,
  draft,
  store,
  wrong,
  propose,
  children,
}: {
  /** Sources with enough money for a withdrawal, at least one. */
  sources: [WithdrawalSource, ...WithdrawalSource[]];
  /** Fen. */
  available: Record<WithdrawalSource, number>;
  accounts: Accounts;
  draft: WithdrawalDraft;
  store(draft: WithdrawalDraft): void;
  /** The server's problems with an input. */
  wrong: { input: WithdrawalInput; problems: Problems<WithdrawalInput> } | undefined;
  propose(proposal: Proposal): void;
  /** Below the fields. */
  children?: ReactNode;
}) {
  const { t } = useApp();
  // The chosen account counts once it is loaded: until then the form cannot show it.
  const { newest, accountId, ...rest } = draft;
  const [first] = sources;
  const initial: Partial<WithdrawalInput> = { source: first, ...rest };
  const { items } = accounts;
  const form = useForm({
    call,
    rules: withdrawalRules(available),
    initial,
    done(quote, input) {
      const to = items?.find(({ id }) => id === input.accountId);
      if (to) propose({ input, quote, account: to });
    },
  });
  const { values } = form;
  const { source = first, amount = 0 } = values;
  const { storeNewest } = useWithdrawalDraft({ form, sources, items, draft, initial, store });

  const held = available[source];
  const payable = isPayable(source, values.amount, held);
  const quote = useWithdrawalQuote(
    payable && items ? { source, amount, accountId: values.accountId } : undefined,
  );

  const { problems } = form;
  const problemOf = (name: keyof WithdrawalInput) => {
    const problem = wrong && wrong.input[name] === values[name] ? wrong.problems[name] : undefined;
    return problem && !problems[name] ? { [name]: problem } : {};
  };
  const of = { ...form, problems: { ...problems, ...problemOf('amount'), ...problemOf('accountId') } };
  return (
    <BarFormView
      of={form}
      send={payable ? t('wallet.apply.send', { amount: money(amount) }) : t('wallet.apply.title')}
      note={t('wallet.apply.note')}
    >
      <AmountCard form={form} of={of} sources={sources} available={available} />
      <div role="status" aria-label={t('wallet.quote.label')}>
        {quote.failure && <Stale failure={quote.failure} retry={() => void quote.refresh()} />}
        <Cells>
          <QuoteCells quote={quote.value} />
        </Cells>
      </div>
      <AccountChoice of={of} label={t('wallet.apply.account')} accounts={accounts} onAdd={storeNewest} />
      <TextField of={of} name="remark" label={t('wallet.apply.remark')} optional lines={2} maxLength={300} />
      {children}
    </BarFormView>
  );
}

/** The source and the amount of the withdrawal. `of`: the form with the server's problems. */
function AmountCard({
  form,
  of,
  sources,
  available,
}: {
  form: Form<WithdrawalInput>;
  of: Form<WithdrawalInput>;
  sources: [WithdrawalSource, ...WithdrawalSource[]];
  available: Record<WithdrawalSource, number>;
}) {
  const { t } = useApp();
  const { values } = form;
  const { source = sources[0] } = values;
  const held = available[source];
  return (
    <Card night>
      <ChoiceField
        of={{
          ...of,
          set(name, value) {
            form.set(name, value);
            form.set('amount', values.amount); // the problem belonged to the other source
          },
        }}
        name="source"
        label={t('wallet.apply.source')}
        options={sources.map((value) => ({
          value,
          label: t('wallet.apply.has', {
            kind: t(`wallet.kinds.${value}`),
            amount: money(available[value]),
          }),
        }))}
      />
      <div style={{ marginTop: 12 }}>
        <MoneyField
          of={of}
          name="amount"
          label={t('wallet.apply.amount')}
          hint={t('wallet.apply.from', { limit: money(minimumOf(source)), available: money(held) })}
        />
      </div>
      <QuickAmounts
        of={quick}
        value={values.amount}
        most={held}
        all={{ words: t('form.fields.all'), amount: held }}
        onChange={(fen) => form.set('amount', fen)}
      />
    </Card>
  );
}
