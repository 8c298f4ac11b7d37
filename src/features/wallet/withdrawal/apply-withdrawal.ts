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
import { useDraft } from '../../../core/form/draft';
import { isDone } from '../../../core/http/answer';
import { newRequestKey } from '../../../core/http/request-key';

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

/** An application that was sent and not answered yet. Kept on the phone: the same key finds what became of it. */
interface PendingApplication extends Proposal {
  requestKey: string;
  /** Milliseconds since the epoch. */
  at: number;
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

const call = applyWithdrawal as Call<
  WithdrawalInput & { fee: number; requestKey: string },
  Pick<Withdrawal, 'id'>
>;

/** How long, in milliseconds, a key is asked about: well within the time for which the server remembers it. */
const keyTtl = 7 * 86_400_000;

const same = (one: WithdrawalInput, other: WithdrawalInput) =>
  (['source', 'amount', 'accountId', 'remark'] as const).every((name) => one[name] === other[name]);

/** The application that nobody knows the end of, if there is one; as it was when the caller came. */
export function usePendingApplication() {
  const [stored, store] = useDraft<PendingApplication>('withdrawal/sent');
  // `input` is missing in what an older version of this screen stored
  const sent = stored?.input && stored.requestKey && stored.at > Date.now() - keyTtl ? stored : undefined;
  return [sent, store] as const;
}

/**
 * Applies for a withdrawal under one request key, kept until there is a final answer: also over a reload, and whenever the
 * same input is sent again, which can then only find it or make it once. `sent` is there while the end of just this is not
 * known. `apply` answers nothing while that is so, and while another attempt is under way.
 */
export function useApplyWithdrawal(input: WithdrawalInput) {
  const { send, queries } = useApp();
  const [pendingApplication, store] = usePendingApplication();
  const { pending, run } = useInFlight();
  const sent = pendingApplication && same(pendingApplication.input, input) ? pendingApplication : undefined;

  async function attempt(proposal: Proposal): Promise<ApplyResult> {
    const application: PendingApplication = sent ?? {
      ...proposal,
      requestKey: newRequestKey(),
      at: Date.now(),
    };
    store(application);
    const { requestKey, quote } = application;
    const answer = await send(call, { ...application.input, fee: quote.fee, requestKey });
    store(undefined);
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
  return { busy: !!pending, sent, apply };
}
