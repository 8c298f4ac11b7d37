import { useInfiniteQuery } from '@tanstack/react-query';
import md5 from 'blueimp-md5';
import { serializeEnvelope, signedText } from '../../../src/contract/wire/envelope.ts';
import { uuid } from '../../../src/contract/wire/uuid.ts';
import { getSession, setSession } from './session.js';
import { i18n } from './texts.js';

const { secret } = JSON.parse(document.querySelector('meta[name=cloudphone]').content);

const done = '1';
const expired = '510';

/** Sends a call, signed as the app signs it. Returns the body of the answer, and throws the message of a refusal. */
export async function call(path, input = {}, signal) {
  const { token = '', userInfo } = getSession() ?? {};
  const text = serializeEnvelope(
    { uuid: uuid(), appid: 'h5', authToken: token, timestamp: Date.now() },
    input,
  );
  const response = await fetch(`/api/${path}`, {
    method: 'POST',
    body: text,
    signal,
    headers: {
      'Content-Type': 'application/json',
      'Accept-Language': i18n.language === 'zh' ? 'zh_CN' : 'en_US',
      authorization: `Bearer ${token}`,
      userId: userInfo?.userId ?? '',
      Token: md5(signedText(secret, text)),
    },
  });
  const { header, body } = await response.json();
  if (header.res_code === expired) setSession(null);
  if (header.res_code !== done) throw new Error(header.message);
  return body;
}

/** The pages of a list, as far as the member has scrolled. */
export function useList(path, input = {}) {
  const query = useInfiniteQuery({
    queryKey: [path, input],
    queryFn: ({ pageParam, signal }) => call(path, { ...input, from: pageParam }, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
  });
  return { ...query, first: query.data?.pages[0], items: query.data?.pages.flatMap(({ items }) => items) };
}
