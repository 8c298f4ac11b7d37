import type { Call } from '../../contract/wire/call';
import type { Store } from '../platform';
import { ownStore } from '../session/own-store';
import { relative } from '../text/format';
import type { Translate } from '../text/i18n';

/** Answers that a member's phone keeps, and the characters that one of them may have. */
const most = 24;
const longest = 60_000;
const index = 'seen';

/** What was last answered. */
export interface Seen {
  /** What a query knows then, if it knows nothing yet: the answer, or pages of which it is the first. */
  instead(value: unknown, input: unknown): { value?: never };
  /** How old it is, in words. */
  age(t: Translate): string;
}

/** `at`: when it was answered, ISO 8601. */
interface CachedAnswer {
  answer: unknown;
  at: string;
}

const nameOf = (path: string, input: unknown) => `seen/${path}${JSON.stringify(input)}`;
const parse = <T>(text: string | undefined, otherwise: T): T => {
  try {
    return text === undefined ? otherwise : (JSON.parse(text) ?? otherwise);
  } catch {
    return otherwise; // not ours
  }
};

/**
 * Keeps an answer for this member, where its call says so, and forgets the one that was not asked for the longest. First pages
 * only.
 */
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
  const stored = parse<unknown>(own.get(index), []);
  const names = [...(Array.isArray(stored) ? stored : []).filter((one) => one !== name), name];
  for (const old of names.splice(0, names.length - most)) own.set(old, undefined);
  own.set(index, JSON.stringify(names));
  own.set(name, text);
}

/** What this member was last answered to the same question. */
export function recall(local: Store, userId: string, { path }: Call, input: object): Seen | undefined {
  const text = userId ? ownStore(local, userId).get(nameOf(path, input)) : undefined;
  const cached = parse<CachedAnswer | undefined>(text, undefined);
  if (!cached?.at) return;
  const { answer, at } = cached;
  return {
    instead: (value, input) =>
      value === undefined ? { value: (Array.isArray(input) ? [answer] : answer) as never } : {},
    age: (t) => t('common.failures.seen', { time: relative(at, t) }),
  };
}
