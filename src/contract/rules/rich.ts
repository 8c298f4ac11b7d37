/** The elements that a notice may be made of; nothing else is ever sent, nor drawn. */
export const richTags = [
  'p',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'br',
  'hr',
  'blockquote',
  'a',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;
export type RichTag = (typeof richTags)[number];

/**
 * A text, or an element: its tag, what is in it, and for a link where it leads: an `https:` address of somebody else's,
 * or `#/pages/…`, a screen of ours. A tree instead of markup: there is nothing in it to parse, so nothing to misread.
 */
export type RichNode = string | [tag: RichTag, children: RichNode[], href?: string];

/** Where a link of a notice may lead. */
export const isRichLink = (href: string): boolean =>
  /^https:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i.test(href) || /^#\/pages\/[\w/]+(\?[\w=&%.~-]*)?$/.test(href);
