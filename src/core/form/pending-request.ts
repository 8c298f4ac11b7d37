import type { Call, Given } from '../../contract/wire/call';
import { useApp } from '../app';
import type { Answer } from '../http/answer';
import { newKey } from '../http/request-key';
import { useDraft } from './draft';

/** Milliseconds for which a key is queried: well within the time for which the server remembers it. */
const keyTtl = 7 * 86_400_000;

interface Pending {
  requestKey: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/**
 * A request that was sent and not answered yet, stored on the phone under `name` for the member: the same key can find its result, also
 * after a reload. An older version of a screen may have stored another shape.
 */
export function usePendingRequest<Sent extends object>(name: string) {
  const { send } = useApp();
  const [stored, store] = useDraft<Sent & Pending>(name);
  return {
    /** The request as it was when the caller was mounted, while its result is unknown. */
    pending: stored?.requestKey && stored.at > Date.now() - keyTtl ? stored : undefined,
    /** Sends a new request, or `pending` again, and stores it until there is an answer. */
    async sendKept<I, O>(call: Call<I, O>, sent: Sent, input: Given<I>): Promise<Answer<O>> {
      const pending: Sent & Pending = { requestKey: newKey(), at: Date.now(), ...sent };
      store(pending);
      const answer = await send(call, input, { key: pending.requestKey });
      store(undefined);
      return answer;
    },
    forget: () => store(undefined),
  };
}
