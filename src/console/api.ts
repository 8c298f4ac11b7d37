/** A refusal of the console, with its message; `status` 0 without a connection. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are shown as they come, field by field
export type Item = Record<string, any>;

/** Stores the CSRF token that the page sends with its cookie: in memory, where no other page can read it. */
export const keepCsrf = (token: string): void => {
  document.documentElement.dataset.csrf = token;
};

/** Calls the console's API; a body makes it a POST. Throws `Refused`. */
export async function ask(path: string, body?: object): Promise<Item> {
  const response = await fetch(`/partners/api/${path}`, {
    credentials: 'same-origin',
    cache: 'no-store',
    headers: {
      'accept-language': document.documentElement.lang,
      ...(body && {
        'content-type': 'application/json',
        'x-csrf': document.documentElement.dataset.csrf ?? '',
      }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Refused(0, '');
  });
  const answer: Item = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new Refused(response.status, answer.message ?? answer.header?.message ?? `${response.status}`);
  return answer;
}
