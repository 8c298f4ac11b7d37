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
  const said: Item = await answer.json().catch(() => ({}));
  if (!answer.ok)
    throw new Refused(answer.status, said.message ?? said.header?.message ?? `${answer.status}`);
  return said;
}

/** A key of one request, so that it happens once. */
export const newKey = (): string => crypto.randomUUID?.() ?? fromRandom();

/** Where the page has no `randomUUID`: over plain http, in development. */
function fromRandom(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte, at) => (at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte).toString(16))
    .map((two) => two.padStart(2, '0'))
    .join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}
