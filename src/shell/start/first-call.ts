import md5 from 'blueimp-md5';
import { callName } from '../../core/http/call-name';
import type { RawReply } from '../../core/http/reply';
import { type Signer, signRequest } from '../../core/http/sign-envelope';
import type { FirstCall } from './manifest';

/** A call that the page sent before the app was there, by its `callName`. */
export interface BegunCall {
  name: string;
  reply: Promise<RawReply>;
  /** The reply, once it is here. */
  here?: RawReply;
}

/**
 * Sends the first calls of a screen, signed as the app would sign them: this saves a round trip and the time of the scripts. Sends none
 * without a valid stored session, or if `hash` lacks a parameter of an input. `config`: the configuration that the gateway wrote into the
 * page; `language`: the value of `Accept-Language`.
 */
export function beginFirstCalls(
  calls: FirstCall[],
  hash: string,
  config: string,
  session: string,
  language: string,
): BegunCall[] {
  try {
    const { base, secret } = JSON.parse(config);
    const { token, userInfo } = JSON.parse(session);
    const { userAgent } = navigator;
    const signer: Signer = {
      secret,
      appid: /MicroMessenger/i.test(userAgent) && /miniProgram/i.test(userAgent) ? 'mini' : 'h5',
      identity: () => ({ token, userId: userInfo.userId }),
      language: () => language,
      clock: { ahead: 0 },
      md5,
    };
    return calls
      .map(([path, given]) => {
        // without the parameter it throws; a value that is percent-encoded, as no id is, makes a call that the screen does not use
        const input = JSON.parse(
          JSON.stringify(given).replace(
            /\?(\w+)/g,
            // biome-ignore lint/style/noNonNullAssertion: as above
            (_, name) => RegExp(`[?&]${name}=([^&]*)`).exec(hash)![1]!,
          ),
        );
        return { path, name: callName(signer, path, input), ...signRequest(signer, input) };
      })
      .map(({ path, name, text, headers }) => {
        const call: BegunCall = {
          name,
          reply: fetch(`${base}/${path}`, {
            method: 'POST',
            body: text,
            headers: { 'Content-Type': 'application/json', ...headers },
          }).then(async (response) => (call.here = { status: response.status, text: await response.text() })),
        };
        call.reply.catch(() => {}); // the app retries and reports it
        return call;
      });
  } catch {
    return []; // the app signs out, or says what is missing
  }
}
