import type { Call } from '../../contract/wire/call';
import { codes } from '../../contract/wire/codes';
import { requestTimeout } from '../../contract/wire/limits';
import type { Answer, Wire } from './answer';
import { callName } from './call-name';
import type { Client } from './client';
import { Failure } from './failure';
import { within } from './limit';
import { parseReply, type Reply, setsClock } from './reply';
import { recall, remember } from './seen';

/**
 * Sends a call as spec §7 and §8 define it, without a user interface. Throws `Failure` `offline`, `timeout`, `aborted`, `http` (with the
 * server's message) and `expired` (510).
 */
export type Ask = <I, O>(wire: Wire, call: Call<I, O>, input: I, signal?: AbortSignal) => Promise<Answer<O>>;

/**
 * The result of a reply, which is stored for use offline. Throws `Failure` `http` and `expired`. `userId`: the member who sent the call.
 */
export function resultOf<O>(
  wire: Wire,
  // biome-ignore lint/suspicious/noExplicitAny: the input is in `data`
  call: Call<any, O>,
  data: object,
  userId: string,
  { ok, answer }: Reply,
): Answer<O> {
  const { local } = wire;
  const message = answer.header?.message ?? answer.header?.msg ?? answer.message ?? answer.msg ?? '';
  if (!ok || !answer.header) throw new Failure('http', message);
  const res_code = String(answer.header.res_code);
  if (res_code === codes.expired) throw new Failure('expired', message);
  const result = { ...answer.body, res_code, message };
  // the data of a member who has signed out is already deleted
  if (local && res_code === codes.done && wire.identity().userId === userId)
    remember(local, userId, call, data, result);
  return result as Answer<O>; // its type is the call's
}

/** `http`: the client, which the first screen does not need if its call began before the app did. */
export function createAsk(http: () => Promise<Pick<Client, 'post'>>): Ask {
  /** Uses the call that has already begun, if it succeeds in time; otherwise sends the call. */
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
            begun.then(parseReply),
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
    const reply = await attempt(wire, call.path, data, signal).catch((failure: Failure) => {
      if (local && failure.kind !== 'aborted') failure.seen = recall(local, userId, call, data);
      throw failure;
    });
    return resultOf(wire, call, data, userId, reply);
  };
}
