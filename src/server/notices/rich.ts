import { parseDocument } from 'htmlparser2';
import sanitize from 'sanitize-html';
import { isRichLink, type RichNode, type RichTag, richTags } from '../../contract/rules/rich';

type Parsed = ReturnType<typeof parseDocument>['children'];

/** How deep elements may stand in each other. */
const deepest = 12;

const tags: ReadonlySet<string> = new Set(richTags);
/** Where text is nothing but the spaces between the lines of a file. */
const bare: ReadonlySet<string> = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'tr']);

/** What operators write that has another name here. */
const renamed = { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', b: 'strong', i: 'em', div: 'p' };

/**
 * The HTML that an operator wrote as the tree that a phone draws. Whatever is not on the list is gone: elements leave
 * their text, scripts, styles, frames, forms and their kind leave nothing. Twice over: the sanitiser's answer is read
 * again, and only what the contract names gets into the tree.
 */
export function richText(html: string): RichNode[] {
  const clean = sanitize(html, {
    allowedTags: [...richTags],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'template',
      'title',
      'xmp',
      'iframe',
      'svg',
      'math',
    ],
    nestingLimit: deepest,
    enforceHtmlBoundary: false,
    transformTags: renamed,
    parseStyleAttributes: false,
  });
  return nodes(parseDocument(clean, { decodeEntities: true }).children, '');
}

function nodes(from: Parsed, within: string): RichNode[] {
  const all: RichNode[] = [];
  for (const one of from) {
    if (one.type === 'text') {
      const text = printable(one.data);
      if (text.trim() || (text && within && !bare.has(within))) all.push(text);
    } else if (one.type === 'tag') {
      const children = nodes(one.children, one.name);
      const href = one.name === 'a' ? (one.attribs.href ?? '').trim() : '';
      if (!tags.has(one.name) || (one.name === 'a' && !isRichLink(href))) all.push(...children);
      else all.push(href ? [one.name as RichTag, children, href] : [one.name as RichTag, children]);
    }
  }
  return all;
}

/** Without control characters, and without those that turn the direction of what follows; what joins emoji stays. */
const printable = (text: string) => text.replace(/\s+/g, ' ').replace(/(?!\u200d)[\p{Cc}\p{Cf}]/gu, '');

/** The text of a tree, a space between its blocks. */
export const textOf = (tree: readonly RichNode[]): string =>
  tree
    .map((node) =>
      typeof node === 'string' ? node : inline.has(node[0]) ? textOf(node[1]) : ` ${textOf(node[1])} `,
    )
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

const inline: ReadonlySet<string> = new Set(['strong', 'em', 'a']);
