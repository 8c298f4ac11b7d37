/** The elements that a notice may contain; nothing else is ever sent or rendered. */
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
 * A text, or an element: its tag, its children, and for a link its target: an external `https:` address, or `#/pages/…`, a screen of
 * ours. A tree instead of markup, so nothing has to be parsed and nothing can be misread.
 */
export type RichNode = string | [tag: RichTag, children: RichNode[], href?: string];

/** The valid targets of a link in a notice. */
export const isRichLink = (href: string): boolean =>
  /^https:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i.test(href) || /^#\/pages\/[\w/]+(\?[\w=&%.~-]*)?$/.test(href);
