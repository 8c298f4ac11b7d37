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
    t(key: string, values: Record<string, string | number> = {}): string {
      let found: Tree | string | undefined = trees[now];
      for (const part of key.split('.')) found = (found as Tree | undefined)?.[part];
      return String(found ?? '').replace(/{{(\w+)}}/g, (_, name) => String(values[name] ?? ''));
    },
  };
}
