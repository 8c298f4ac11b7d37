import type { Send } from './answer';
import { newKey } from './request-key';

/**
 * `send`, for calls that happen once: an input whose answer was lost goes out again under the key that it had, so that it cannot
 * happen twice. An answer is final, also a refusal: after it the same input is another request. A form, and whoever gives `key`, keeps
 * the key itself.
 */
export function withRequestKey(send: Send): Send {
  /** By the path of the call, then by the input. */
  const unanswered: Record<string, Record<string, string>> = {};
  return async (call, input, options = {}) => {
    const own = options.key || (input as { requestKey?: string }).requestKey;
    if (!own && !call.once) return send(call, input, options);
    const name = JSON.stringify(input);
    let keys = unanswered[call.path];
    if (!keys || (call.once === 'latest' && !keys[name])) keys = unanswered[call.path] = {};
    const requestKey = own || (keys[name] ||= newKey());
    const answer = await send(call, { ...input, requestKey }, options);
    delete keys[name];
    return answer;
  };
}
