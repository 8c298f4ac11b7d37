import { type Challenge, embedBody, embedCodes } from '../../contract/embed/embed';
import type { Call } from '../../contract/wire/call';
import { codes } from '../../contract/wire/codes';
import { requestTimeout } from '../../contract/wire/limits';
import { uuid } from '../../contract/wire/uuid';
import type { Answer, Wire } from '../../core/http/answer';
import { Failure } from '../../core/http/failure';
import { within } from '../../core/http/limit';
import { readEnvelope, setsClock } from '../../core/http/reply';
import type { ErrorCode } from '../api';
import type { Host } from '../host';

interface Deps {
  host: Host;
  /** Called with the token of the last call, for other signatures. */
  using(token: string): void;
  /** Has a challenge confirmed on our own origin. Returns the message for a member who did not confirm. */
  confirm(challenge: Challenge['challenge']): Promise<string | undefined>;
  /** Whether content is visible that may stay without a new token. */
  shown(): boolean;
  /** Called after a successful call. */
  done(call: Call, body: Record<string, unknown>): void;
}

const refusals: Record<string, ErrorCode> = {
  [embedCodes.scope]: 'scope_denied',
  [embedCodes.origin]: 'origin_mismatch',
  [embedCodes.disabled]: 'feature_disabled',
};

/**
 * The calls of an embed, instead of `core/http`: the token in the body, no cookies, and no preflight. A 510 fetches one new token, for
 * any number of calls, and repeats them once. Throws `Failure` as `core/http` does.
 */
export function createAsk({ host, using, confirm, shown, done }: Deps) {
  function post(wire: Wire, token: string, path: string, data: object, signal?: AbortSignal) {
    const header = {
      uuid: uuid(),
      appid: wire.appid,
      authToken: token,
      timestamp: Date.now() + wire.clock.ahead,
    };
    return within(requestTimeout, signal ? [host.signal, signal] : [host.signal], async (signal) => {
      const response = await (wire.fetch ?? fetch)(`${wire.base}/${path}`, {
        method: 'POST',
        body: embedBody(header, data, wire.language(), wire.md5), // a text is sent as text/plain
        credentials: 'omit',
        signal,
      });
      return { ok: response.status === 200, answer: readEnvelope(await response.text()), response };
    }).catch((failure: Failure) => {
      if (failure.kind !== 'aborted') host.report(failure.kind === 'timeout' ? 'timeout' : 'network_error');
      throw failure;
    });
  }

  /** Without a token the loader shows the error instead of the embed. */
  const tokenFor = async (bad?: string): Promise<string> => {
    const token = await host.token(bad ? 'expired' : 'use', bad).catch((error) => {
      // visible content stays while a connection or a server fails; a customer who is not linked any more sees nothing
      if (shown() && error.retryable && !/_not_linked$/.test(error.code)) host.report(error);
      else host.fail(error);
      throw new Failure(host.signal.aborted ? 'aborted' : 'offline');
    });
    using(token);
    return token;
  };

  return async function ask<I, O>(
    wire: Wire,
    call: Call<I, O>,
    input: I,
    signal?: AbortSignal,
  ): Promise<Answer<O>> {
    let token = await tokenFor();
    let [renewed, confirmed] = [false, false];
    for (;;) {
      const attempt = () => post(wire, token, call.path, input as object, signal);
      const first = await attempt();
      const { ok, answer, response } = setsClock(wire, first) ? await attempt() : first;
      const message = answer.header?.message ?? answer.message ?? '';
      const res_code = String(answer.header?.res_code);
      const about = {
        status: response.status,
        requestId: response.headers.get('x-request-id') ?? undefined,
      };
      if (ok && res_code === codes.expired) {
        if (renewed) {
          host.fail('session_expired', about);
          throw new Failure('expired', message);
        }
        renewed = true;
        token = await tokenFor(token);
        continue;
      }
      if (!ok || !answer.header) {
        const refused = refusals[res_code];
        // visible content and typed values stay
        if (refused === 'scope_denied' && shown()) {
          host.report(refused, { ...about, given: call.path });
          return { res_code: codes.refused, message };
        }
        if (refused) host.fail(refused, { ...about, given: call.path });
        else host.report('api_error', about);
        throw new Failure('http', message);
      }
      if (res_code === embedCodes.confirm && !confirmed) {
        const refusal = await confirm((answer.body as unknown as Challenge).challenge).catch((cause) => {
          host.report('script_load_failed', { cause });
          throw new Failure('offline');
        });
        if (refusal) return { res_code: codes.refused, message: refusal };
        confirmed = true; // the same call again: now the prepared call is performed
        continue;
      }
      if (res_code === codes.done) done(call, answer.body ?? {});
      return { ...answer.body, res_code, message } as Answer<O>;
    }
  };
}
