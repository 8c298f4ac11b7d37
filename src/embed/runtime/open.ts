import { requestTimeout } from '../../contract/wire/limits';
import type { Open } from '../../core/http/client';
import { within } from '../../core/http/limit';

/** A request that is no call, such as one for a picture, instead of `core/http`: nobody waits longer for it than for a call. Throws `Failure` as a call does. */
export const createOpen =
  (ended: AbortSignal): Open =>
  (url, { signal, headers, stream } = {}) =>
    within(requestTimeout, signal ? [ended, signal] : [ended], async (signal) => {
      const response = await fetch(url, { signal, ...(headers && { headers }) });
      if (!stream) await response.clone().text(); // its whole body within that time
      return response;
    });
