import type { Call, Given } from '../../contract/wire/call';
import { useApp } from '../app';
import type { Answer } from '../http/answer';
import { newKey } from '../http/request-key';
import { useDraft } from './draft';

/** How long, in milliseconds, a key is asked about: well within the time for which the server remembers it. */
const keyTtl = 7 * 86_400_000;

interface Pending {
  requestKey: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/**
 * What was sent and not answered yet, kept on the phone under `name` for the member: the same key finds what became of it, also after a
 * reload. What an older version of a screen kept may have another shape.
 */
export function usePendingRequest<Sent extends object>(name: string) {
  const { send } = useApp();
  const [stored, store] = useDraft<Sent & Pending>(name);
  return {
    /** As it was when the caller came, while nobody knows the end of it. */
    pending: stored?.requestKey && stored.at > Date.now() - keyTtl ? stored : undefined,
    /** Sends something new, or `pending` again, and keeps it until there is an answer. */
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
