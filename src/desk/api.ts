/** Who is signed in. */
export interface Me {
  name: string;
  role: string;
  /** Words of the addresses that the role sees. */
  sees: string[];
  csrf: string;
}

/** What the desk said no to, in its words; `status` 0 without a connection. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** What a page of ours sends beside its cookie: kept in the page, where nobody else's can read it. */
export const keepCsrf = (token: string): void => {
  document.documentElement.dataset.csrf = token;
};

// biome-ignore lint/suspicious/noExplicitAny: answers of the desk are shown as they come, field by field
export type Item = Record<string, any>;

/** Asks the desk; a body makes it a POST. Throws `Refused`. */
export async function ask(path: string, body?: object): Promise<Item> {
  const answer = await fetch(`/operator/${path}`, {
    credentials: 'same-origin',
    cache: 'no-store',
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf': document.documentElement.dataset.csrf ?? '' },
      body: JSON.stringify(body),
    }),
  }).catch(() => {
    throw new Refused(0, '');
  });
  const answerBody: Item = await answer.json().catch(() => ({}));
  if (!answer.ok)
    throw new Refused(answer.status, answerBody.message ?? answerBody.header?.message ?? `${answer.status}`);
  return answerBody;
}
