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

/** The member's input. Amount in fen. */
export interface WithdrawalInput {
  source: WithdrawalSource;
  amount: number;
  accountId: string;
  remark?: string | undefined;
}

/** A withdrawal to confirm: the input, and the server's quote. */
export interface Proposal {
  input: WithdrawalInput;
  quote: WithdrawalQuote;
  account: PayoutAccount;
}

type ApplyResult =
  | { done: Pick<Withdrawal, 'id'> }
  /** The fee has changed; nothing was moved. */
  | { quote: WithdrawalQuote }
  | ApplyRefusal;

/** The refusal in the server's words; `problems` if it concerns fields. */
export interface ApplyRefusal {
  refusal: string;
  problems?: Problems<WithdrawalInput> | undefined;
}

const call = applyWithdrawal as Call<WithdrawalInput & { fee: number }, Pick<Withdrawal, 'id'>>;

const same = (one: WithdrawalInput, other: WithdrawalInput) =>
  (['source', 'amount', 'accountId', 'remark'] as const).every((name) => one[name] === other[name]);

/** The application with an unknown result, if there is one; as it was when the caller was mounted. */
export function usePendingApplication() {
  const { pending, ...rest } = usePendingRequest<Proposal>('withdrawal/sent');
  // `input` is missing in drafts of an older version of this screen
  return { ...rest, pending: pending?.input && pending };
}

/**
 * Applies for a withdrawal under one request key, kept until a final answer: also over a reload, and whenever the same input is sent
 * again, which can then only find it or create it once. `sent` is present while the result of exactly this input is unknown. `apply`
 * returns undefined in that case, and while another attempt is in flight.
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

  // lost on the way, or signed out: the request is stored, and undefined is returned
  const apply = (proposal: Proposal): Promise<ApplyResult | undefined> =>
    run((start) => {
      start(true);
      return attempt(proposal);
    });
  return { busy: !!busy, sent, apply };
}
