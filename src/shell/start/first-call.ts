import md5 from 'blueimp-md5';
import { listDevices } from '../../contract/buying/devices';
import { callName } from '../../core/http/call-name';
import { type Signer, signRequest } from '../../core/http/sign-envelope';

/** A call under way, by its `callName`. */
export interface BegunCall {
  name: string;
  answer: Promise<Response>;
}

/**
 * Sends what the device list begins with, signed as the app would sign it: a round trip and the time that scripts take sooner. Nothing
 * when what is kept is no session. `config`: what the gateway wrote into the page;
 * `language`: the value of `Accept-Language`.
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
    answer.catch(() => {}); // the app asks again and says so
    return { name: callName(signer, listDevices.path, {}), answer };
  } catch {
    return; // not ours: the app signs out
  }
}
