import type { Call } from '../../contract/wire/call';
import { codes } from '../../contract/wire/codes';
import { requestTimeout } from '../../contract/wire/limits';
import type { Answer, Wire } from './answer';
import { callName } from './call-name';
import type { Client } from './client';
import { Failure } from './failure';
import { within } from './limit';
import { type Reply, readReply, setsClock } from './reply';
import { recall, remember } from './seen';

/** The call as spec §7 and §8 have it, without looks. Throws `Failure` `offline`, `timeout`, `aborted`, `http` (with the server's message) and `expired` (510). */
export type Ask = <I, O>(wire: Wire, call: Call<I, O>, input: I, signal?: AbortSignal) => Promise<Answer<O>>;

/** `http`: what sends, which the first screen does without when its call began before the app did. */
export function createAsk(http: () => Promise<Pick<Client, 'post'>>): Ask {
  /** What has begun already, if it has, does not break, and was in time; else the call is sent. */
  const attempt = async (
    wire: Wire,
    path: string,
    input: object,
    signal: AbortSignal | undefined,
  ): Promise<Reply> => {
    const begun = wire.begun?.(callName(wire, path, input));
    if (begun)
      try {
        const reply = await within(wire.timeout ?? requestTimeout, signal ? [signal] : [], (stop) =>
          Promise.race([
            begun.then(readReply),
            new Promise<never>((_, fail) => stop.addEventListener('abort', fail)),
          ]),
        );
        if (!setsClock(wire, reply)) return reply;
      } catch (error) {
        if ((error as Failure).kind !== 'offline') throw error;
      }
    const { post } = await http().catch(() => {
      throw new Failure('offline');
    });
    return post(wire, path, input, { signal });
  };

  return async (wire, call, input, signal) => {
    const { local } = wire;
    const { userId } = wire.identity();
    const data = input as object;
    const { ok, answer } = await attempt(wire, call.path, data, signal).catch((failure: Failure) => {
      if (local && failure.kind !== 'aborted') failure.seen = recall(local, userId, call, data);
      throw failure;
    });
    const message = answer.header?.message ?? answer.header?.msg ?? answer.message ?? answer.msg ?? '';
    if (!ok || !answer.header) throw new Failure('http', message);
    const res_code = String(answer.header.res_code);
    if (res_code === codes.expired) throw new Failure('expired', message);
    const result = { ...answer.body, res_code, message };
    // whoever has signed out meanwhile is forgotten already
    if (local && res_code === codes.done && wire.identity().userId === userId)
      remember(local, userId, call, data, result);
    // biome-ignore lint/suspicious/noExplicitAny: its type is the call's, which `Ask` says
    return result as any;
  };
}
