type Tree = { [key: string]: Tree | string };

/** What we use of `rosetta`. */
export default function rosetta<T extends object>() {
  const trees: Record<string, Tree> = {};
  let now = '';
  return {
    locale(lang: string) {
      now = lang;
    },
    set(lang: string, table: T) {
      trees[lang] = { ...trees[lang], ...(table as Tree) };
    },
    /** The forms of a plural as they are, like the library. */
    t(key: string, values: Record<string, string | number> = {}): string {
      const find = (found: Tree | string | undefined) => {
        for (const part of key.split('.')) found = (found as Tree | undefined)?.[part];
        return found;
      };
      const found = find(trees[now]) ?? '';
      if (typeof found === 'object') return found as never;
      return found.replace(/{{(\w+)}}/g, (_, name) => String(values[name] ?? ''));
    },
  };
}
