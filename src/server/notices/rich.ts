import type * as htmlparser from 'htmlparser2';
import type sanitizeHtml from 'sanitize-html';
import { isRichLink, type RichNode, type RichTag, richTags } from '../../contract/rules/rich';
import { load } from '../kernel/load';

type Parsed = ReturnType<typeof htmlparser.parseDocument>['children'];

/** Maximum nesting depth of elements. */
const deepest = 12;

const tags: ReadonlySet<string> = new Set(richTags);
/** Elements in which text is only the whitespace between lines of a file. */
const bare: ReadonlySet<string> = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'tr']);

/** Elements that operators use and that are replaced by others here. */
const renamed = { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', b: 'strong', i: 'em', div: 'p' };

/**
 * Converts an operator's HTML into the tree that a phone renders. Only listed elements remain: others are replaced by their text;
 * scripts, styles, frames and forms are removed. Checked twice: the sanitiser's output is parsed again, and only elements of the contract
 * are added to the tree.
 */
export function richText(html: string): RichNode[] {
  const sanitize = load('sanitize-html') as typeof sanitizeHtml;
  const { parseDocument } = load('htmlparser2') as typeof htmlparser;
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

/** Removes control characters and those that change the text direction; characters that join emoji stay. */
const printable = (text: string) => text.replace(/\s+/g, ' ').replace(/(?!\u200d)[\p{Cc}\p{Cf}]/gu, '');

/** The text of a tree, with a space between blocks. */
export const textOf = (tree: readonly RichNode[]): string =>
  tree
    .map((node) =>
      typeof node === 'string' ? node : inline.has(node[0]) ? textOf(node[1]) : ` ${textOf(node[1])} `,
    )
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

const inline: ReadonlySet<string> = new Set(['strong', 'em', 'a']);
