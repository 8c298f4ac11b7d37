import type { Send } from './answer';
import { newKey } from './request-key';

/**
 * `send` for calls that take effect once: an input whose response was lost is sent again under the same key, so that it cannot take
 * effect twice. Every answer is final, including a refusal: after it the same input is a new request. A form, or a caller that passes
 * `key`, manages the key itself.
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
