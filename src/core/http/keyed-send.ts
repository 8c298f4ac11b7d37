import type { Send } from './answer';
import { newRequestKey } from './request-key';

/**
 * `send`, for calls that happen once: an input whose answer was lost goes out again under the key that it had, so that it cannot
 * happen twice. An answer is final, also a refusal: after it every input to that call is another request.
 */
export function withRequestKey(send: Send): Send {
  /** By the path of the call, then by the input. */
  const unanswered = new Map<string, Map<string, string>>();
  return async (call, input, options) => {
    if (!call.once || (input as { requestKey?: string }).requestKey) return send(call, input, options);
    const keys = unanswered.get(call.path) ?? new Map<string, string>();
    unanswered.set(call.path, keys);
    const name = JSON.stringify(input);
    const requestKey = keys.get(name) ?? newRequestKey();
    keys.set(name, requestKey);
    const answer = await send(call, { ...input, requestKey }, options);
    keys.clear();
    return answer;
  };
}
