import type { PayoutAccount } from '../../../contract/money/payout';
import {
  applyWithdrawal,
  quoteWithdrawal,
  type Withdrawal,
  type WithdrawalQuote,
  type WithdrawalSource,
} from '../../../contract/money/wallet';
import type { Call } from '../../../contract/wire/call';
import type { Problems } from '../../../contract/wire/problem';
import { useApp } from '../../../core/app';
import { useInFlight } from '../../../core/data/in-flight';
import { usePendingRequest } from '../../../core/form/pending-request';
import { isDone } from '../../../core/http/answer';

/** What the member wants, as filled in. Amount in fen. */
export interface WithdrawalInput {
  source: WithdrawalSource;
  amount: number;
  accountId: string;
  remark?: string | undefined;
}

/** What is to be confirmed: the input, and what the server says it costs. */
export interface Proposal {
  input: WithdrawalInput;
  quote: WithdrawalQuote;
  account: PayoutAccount;
}

type ApplyResult =
  | { done: Pick<Withdrawal, 'id'> }
  /** The fee is another one now; nothing was moved. */
  | { quote: WithdrawalQuote }
  | ApplyRefusal;

/** Why not, in the server's words; `problems` when something that was filled in is the matter. */
export interface ApplyRefusal {
  refusal: string;
  problems?: Problems<WithdrawalInput> | undefined;
}

const call = applyWithdrawal as Call<WithdrawalInput & { fee: number }, Pick<Withdrawal, 'id'>>;

const same = (one: WithdrawalInput, other: WithdrawalInput) =>
  (['source', 'amount', 'accountId', 'remark'] as const).every((name) => one[name] === other[name]);

/** The application that nobody knows the end of, if there is one; as it was when the caller came. */
export function usePendingApplication() {
  const { pending, ...rest } = usePendingRequest<Proposal>('withdrawal/sent');
  // `input` is missing in what an older version of this screen stored
  return { ...rest, pending: pending?.input && pending };
}

/**
 * Applies for a withdrawal under one request key, kept until there is a final answer: also over a reload, and whenever the
 * same input is sent again, which can then only find it or make it once. `sent` is there while the end of just this is not
 * known. `apply` answers nothing while that is so, and while another attempt is under way.
 */
export function useApplyWithdrawal(input: WithdrawalInput) {
  const { queries } = useApp();
  const { pending, sendKept } = usePendingApplication();
  const { pending: busy, run } = useInFlight();
  const sent = pending && same(pending.input, input) ? pending : undefined;

  async function attempt(proposal: Proposal): Promise<ApplyResult> {
    const application = sent ?? proposal;
    const answer = await sendKept(call, application, { ...application.input, fee: application.quote.fee });
    if (isDone(answer)) return { done: answer };
    const { quote: other } = answer as { quote?: WithdrawalQuote };
    if (other) {
      queries.changed(quoteWithdrawal);
      return { quote: other };
    }
    const { problems, message } = answer;
    return { refusal: message, problems: problems && Object.keys(problems).length ? problems : undefined };
  }

  // lost on the way, or signed out: what was sent is stored, and nothing is answered
  const apply = (proposal: Proposal): Promise<ApplyResult | undefined> =>
    run((start) => {
      start(true);
      return attempt(proposal);
    });
  return { busy: !!busy, sent, apply };
}
