import type { Call } from '../../contract/wire/call';
import type { Store } from '../platform';
import { ownStore } from '../session/own-store';
import { parseJson, parseList } from '../text/json';

/** Maximum number of answers that a phone stores per member, and maximum number of characters of one. */
const most = 24;
const longest = 60_000;
const index = 'seen';

/** The last answer. */
export interface Seen {
  /** The initial state of a query: the answer, or pages of which it is the first. */
  instead(value: unknown, input: unknown): { value?: never };
  /** When it was answered, ISO 8601. */
  readonly at: string;
}

/** `at`: when it was answered, ISO 8601. */
interface CachedAnswer {
  answer: unknown;
  at: string;
}

const nameOf = (path: string, input: unknown) => `seen/${path}${JSON.stringify(input)}`;

/** Stores an answer for this member, if its call declares that, and drops the least recently requested one. First pages only. */
export function remember(
  local: Store,
  userId: string,
  { path, offline }: Call,
  input: object,
  answer: object,
): void {
  if (!userId || !offline || 'from' in input) return;
  const text = JSON.stringify({ answer, at: new Date().toISOString() } satisfies CachedAnswer);
  if (text.length > longest) return;
  const own = ownStore(local, userId);
  const name = nameOf(path, input);
  const names = [...(parseList(own.get(index)) as string[]).filter((one) => one !== name), name];
  for (const old of names.splice(0, names.length - most)) own.set(old, undefined);
  own.set(index, JSON.stringify(names));
  own.set(name, text);
}

/** This member's last answer to the same call and input. */
export function recall(local: Store, userId: string, { path }: Call, input: object): Seen | undefined {
  const text = userId ? ownStore(local, userId).get(nameOf(path, input)) : undefined;
  const cached = parseJson(text) as CachedAnswer | undefined;
  if (!cached?.at) return;
  const { answer, at } = cached;
  return {
    instead: (value, input) =>
      value === undefined ? { value: (Array.isArray(input) ? [answer] : answer) as never } : {},
    at,
  };
}
