import { isWord, type Token } from './tokens';

/** A clause of a query: its first word, and what follows. */
export interface Clause {
  word: string;
  items: Token[];
}

const words = ['from', 'where', 'group', 'having', 'order', 'limit', 'offset', 'window', 'fetch', 'set'];
const others = ['returning', 'values', 'select'];

/** Divides a query. A join's `on` and `using` belong to its `from`. */
export function clausesOf(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  tokens.forEach((token, at) => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    const isFirst = at === 0 && isWord(token);
    const isClause =
      isFirst ||
      (isWord(token, ...words, ...others) && !isWord(before, 'distinct', 'delete')) ||
      (isWord(token, 'for') && isWord(after, 'update', 'share', 'no', 'key')) ||
      (isWord(token, 'using') && isWord(tokens[0], 'delete')) ||
      isWord(token, 'conflict');
    if (isClause && 'text' in token) clauses.push({ word: token.text, items: [] });
    else if (!isWord(after, 'conflict')) clauses.at(-1)?.items.push(token);
  });
  return clauses;
}
