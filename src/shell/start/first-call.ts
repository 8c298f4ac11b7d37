import md5 from 'blueimp-md5';
import { listDevices } from '../../contract/buying/devices';
import { callName } from '../../core/http/call-name';
import { type Signer, signRequest } from '../../core/http/sign-envelope';

/** A call in flight, by its `callName`. */
export interface BegunCall {
  name: string;
  answer: Promise<Response>;
}

/**
 * Sends the first call of the device list, signed as the app would sign it: this saves a round trip and the time of the scripts.
 * Undefined if there is no stored session. `config`: the configuration that the gateway wrote into the page; `language`: the value of
 * `Accept-Language`.
 */
export function beginFirstCall(config: string, session: string, language: string): BegunCall | undefined {
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
    const { text, headers } = signRequest(signer, {});
    const answer = fetch(`${base}/${listDevices.path}`, {
      method: 'POST',
      body: text,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    answer.catch(() => {}); // the app retries and reports it
    return { name: callName(signer, listDevices.path, {}), answer };
  } catch {
    return; // not a valid session: the app signs out
  }
}
