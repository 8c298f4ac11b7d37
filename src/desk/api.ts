/** The signed-in person. */
export interface Me {
  name: string;
  role: 'support' | 'finance' | 'admin' | 'automation';
  /** The areas that the role can see. */
  sees: string[];
  /** It is a copy, and nothing leaves it. */
  quiet?: boolean;
  csrf: string;
}

/**
 * A refusal of the back office, with its message; `status` 0 without a connection. `repeat`: it was done before, and may be repeated on
 * purpose.
 */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly repeat = false,
  ) {
    super(message);
  }
}

/** Stores the CSRF token that the page sends with its cookie: in memory, where no other page can read it. */
export const keepCsrf = (token: string): void => {
  document.documentElement.dataset.csrf = token;
};

// biome-ignore lint/suspicious/noExplicitAny: what fields a record has is declared by its area
export type Item = Record<string, any>;

const headers = (type: string) => ({
  'content-type': type,
  'x-csrf': document.documentElement.dataset.csrf ?? '',
});

/**
 * Calls the API of the back office; a body makes it a POST. Throws `Refused`. The answer's `waiting` is true if a second person has to
 * agree.
 */
export async function ask(path: string, body?: object): Promise<Item> {
  const isFile = body instanceof Blob;
  const answer = await fetch(`/operator/${path}`, {
    credentials: 'same-origin',
    cache: 'no-store',
    headers: {
      'accept-language': document.documentElement.lang,
      ...(body && headers(isFile ? body.type || 'application/octet-stream' : 'application/json')),
    },
    ...(body && { method: 'POST', body: isFile ? body : JSON.stringify(body) }),
  }).catch(() => {
    throw new Refused(0, '');
  });
  const data: Item = await answer.json().catch(() => ({}));
  if (!answer.ok)
    throw new Refused(
      answer.status,
      data.message ?? data.header?.message ?? `${answer.status}`,
      data.repeat === true,
    );
  return data;
}
