import type { EmbedScope } from '../../contract/embed/features';
import type { Call } from '../../contract/wire/call';

/**
 * Whether one of the scopes allows a token to make this call. Only our own pages may make a call that declares no embed scopes.
 */
export const isAllowed = ({ embed }: Call, scopes: readonly EmbedScope[]): boolean =>
  embed?.scopes === 'every' || !!embed?.scopes.some((scope) => scopes.includes(scope));

/** Whether a call is only prepared, and confirmed on our own origin. `read` returns the validated input. */
export function isConfirmed({ embed }: Call, read: () => object): boolean {
  const { confirm } = embed ?? {};
  if (!Array.isArray(confirm)) return !!confirm;
  const [field, value] = confirm as readonly [string, string];
  return (read() as Record<string, unknown>)[field] === value;
}

/** Enough of a text for the member to know it by: how it begins and ends. */
const mask = (text: string): string => {
  const letters = [...text];
  return `${letters.slice(0, 1).join('')}•••${letters.length > 5 ? letters.slice(-2).join('') : ''}`;
};

/**
 * The part of an answer that a partner's page may read: fields marked `private` are removed at any depth. A text becomes empty;
 * other values are absent. Texts marked `masked` are masked.
 */
export function publicPart(answer: object, { embed }: Call): object {
  const fields = embed?.fields ?? {};
  if (!Object.values(fields).some((secrecy) => secrecy !== 'public')) return answer;
  const seen = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(seen);
    if (typeof value !== 'object' || value === null) return value;
    const all = Object.entries(value).map(([name, inside]) => {
      if (fields[name] === 'masked' && typeof inside === 'string') return [name, inside && mask(inside)];
      if (fields[name] !== 'private') return [name, seen(inside)];
      return [name, typeof inside === 'string' ? '' : undefined];
    });
    return Object.fromEntries(all.filter(([, inside]) => inside !== undefined));
  };
  return seen(answer) as object;
}
