/** Number of uses after which a text is prepared; maximum number of prepared texts; maximum number of counted texts. */
const often = 10;
const most = 200;
const mostCounted = 5000;

/** Names for statements that are used often, under which a connection prepares them. */
export function createStatementNames() {
  const counts = new Map<string, number>();
  const numbers = new Map<string, number>();
  let generation = 0;
  const nameOf = (text: string): string | undefined => {
    const number = numbers.get(text);
    if (number !== undefined) return `${generation}.${number}`;
    if (numbers.size >= most) return;
    const count = (counts.get(text) ?? 0) + 1;
    if (count <= often) {
      if (counts.size >= mostCounted) counts.clear();
      counts.set(text, count);
      return;
    }
    counts.delete(text);
    numbers.set(text, numbers.size);
    return nameOf(text);
  };
  return {
    /** Counts a use of the text, and returns its name; undefined until it is used often. */
    nameOf,
    /** Gives all texts new names: what is prepared under the old ones does not fit the tables any more. */
    renew() {
      generation++;
    },
  };
}
