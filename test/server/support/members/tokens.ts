/** A part of a statement. A `word` is a keyword or a name, a `name` is quoted, a `value` is a text, a number or a parameter. */
export type Token = Leaf | Group;
export interface Leaf {
  is: 'word' | 'name' | 'value' | 'sign';
  text: string;
}
export interface Group {
  is: 'group';
  items: Token[];
}

const pattern =
  /\s+|--[^\n]*|\/\*[\s\S]*?\*\/|(?<string>'(?:[^']|'')*')|"(?<quoted>[^"]+)"|(?<word>[a-z_][\w$]*)|(?<value>\$\d+|\d[\d.]*)|(?<cast>::\s*(?:double precision|[a-z_]\w*)(?:\s*\[\s*\])?)|(?<sign>[<>=!|&@#?*+\-/%^~:]+|[.,;()[\]])/giy;

/** The tokens of a statement, without comments and casts. */
export function tokensOf(text: string): Token[] {
  const open: Token[][] = [[]];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const groups = pattern.exec(text)?.groups;
    if (!groups) throw new Error(`no SQL that the check of members can read: ${text.slice(at, at + 40)}`);
    const items = open.at(-1) as Token[];
    const { string, quoted, word, value, sign } = groups;
    if (string !== undefined || value !== undefined) items.push({ is: 'value', text: string ?? value ?? '' });
    else if (quoted !== undefined) items.push({ is: 'name', text: quoted });
    else if (word !== undefined) items.push({ is: 'word', text: word.toLowerCase() });
    else if (sign === '(' || sign === '[') open.push([]);
    else if (sign === ')' || sign === ']') {
      open.pop();
      open.at(-1)?.push({ is: 'group', items });
    } else if (sign !== undefined) items.push({ is: 'sign', text: sign });
  }
  return open[0] ?? [];
}

export const isName = (token: Token | undefined): token is Leaf =>
  token?.is === 'name' || token?.is === 'word';

export const isGroup = (token: Token | undefined): token is Group => token?.is === 'group';

export const isQuery = ({ items }: Group): boolean =>
  isWord(items[0], 'select', 'with', 'insert', 'update', 'delete', 'values');

export const isWord = (token: Token | undefined, ...texts: string[]): boolean =>
  token?.is === 'word' && (!texts.length || texts.includes(token.text));

export const isSign = (token: Token | undefined, text: string): boolean =>
  token?.is === 'sign' && token.text === text;

/** The parts between commas, or between other tokens. */
export function split(tokens: readonly Token[], isEnd = (token: Token) => isSign(token, ',')): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens)
    if (isEnd(token)) parts.push([]);
    else parts.at(-1)?.push(token);
  return parts;
}
