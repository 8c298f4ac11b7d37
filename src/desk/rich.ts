import { createElement, type ReactNode } from 'react';
import type { RichNode } from '../contract/rules/rich';

/** A notice as members see it: the gateway's tree, never its HTML. */
export const drawn = (nodes: readonly RichNode[]): ReactNode[] =>
  nodes.map((node, at) =>
    typeof node === 'string'
      ? node
      : createElement(
          node[0],
          { key: at, ...(node[2] && { href: node[2], target: '_blank', rel: 'noreferrer' }) },
          ...drawn(node[1]),
        ),
  );

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one);

/** Converts a tree to HTML for the editor; the gateway parses and sanitises it again. */
export const htmlOf = (nodes: readonly RichNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return escaped(node);
      const [tag, children, href] = node;
      if (tag === 'br' || tag === 'hr') return `<${tag}>`;
      return `<${tag}${href ? ` href="${escaped(href)}"` : ''}>${htmlOf(children)}</${tag}>\n`;
    })
    .join('');
