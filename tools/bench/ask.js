import md5 from 'blueimp-md5';
import { serializeEnvelope, signedText } from '../../src/contract/wire/envelope.ts';
import { uuid } from '../../src/contract/wire/uuid.ts';

const { token, userInfo } = JSON.parse(sessionStorage.session || localStorage.session);
const { secret } = JSON.parse(document.querySelector('meta[name=cloudphone]').content);

/** Sends a call with the stored session, signed as the app signs it. */
export function ask(call, input) {
  const about = { uuid: uuid(), appid: 'h5', authToken: token, timestamp: Date.now() };
  const text = serializeEnvelope(about, input);
  return fetch(`/api/${call}`, {
    method: 'POST',
    body: text,
    headers: {
      'Content-Type': 'application/json',
      'Accept-Language': 'en_US',
      authorization: `Bearer ${token}`,
      userId: userInfo.userId,
      Token: md5(signedText(secret, text)),
    },
  });
}
