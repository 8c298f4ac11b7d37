import md5 from 'blueimp-md5';
import { callName } from '../../core/http/call-name';
import { type Signer, signRequest } from '../../core/http/sign-envelope';
import type { FirstCall } from './manifest';

/** A call in flight, by its `callName`. */
export interface BegunCall {
  name: string;
  answer: Promise<Response>;
}

/**
 * Sends the first call of a screen, signed as the app would sign it: this saves a round trip and the time of the scripts. Undefined
 * without a valid stored session, or if `hash` lacks a parameter of the input. `config`: the configuration that the gateway wrote into the
 * page; `language`: the value of `Accept-Language`.
 */
export function beginFirstCall(
  [path, given]: FirstCall,
  hash: string,
  config: string,
  session: string,
  language: string,
): BegunCall | undefined {
  try {
    // without the parameter it throws; a value that is percent-encoded, as no id is, makes a call that the screen does not use
    const input = JSON.parse(
      // biome-ignore lint/style/noNonNullAssertion: as above
      given.replace(/\?(\w+)/g, (_, name) => RegExp(`[?&]${name}=([^&]*)`).exec(hash)![1]!),
    );
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
    const { text, headers } = signRequest(signer, input);
    const answer = fetch(`${base}/${path}`, {
      method: 'POST',
      body: text,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    answer.catch(() => {}); // the app retries and reports it
    return { name: callName(signer, path, input), answer };
  } catch {
    return; // the app signs out, or says what is missing
  }
}
