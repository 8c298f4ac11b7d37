import { css } from 'goober';
import { createElement, Fragment, type ReactNode } from 'react';
import { isRichLink, type RichNode, richTags } from '../../contract/rules/rich';
import { useApp } from '../../core/app';
import { useSites } from '../../core/navigation/sites';
import * as web from '../web/routes';
import { knownSite } from '../web/routes';

const rich = css`
  line-height: 1.6;
  overflow-wrap: anywhere;
  & > * + * {
    margin-top: 12px;
  }
  & h3 {
    font-size: 17px;
  }
  & ul,
  & ol {
    padding-left: 20px;
  }
  & ul {
    list-style: disc;
  }
  & ol {
    list-style: decimal;
  }
  & a {
    color: var(--cp-accent);
    text-decoration: underline;
  }
  & blockquote {
    padding-left: 12px;
    border-left: 3px solid var(--cp-line);
    color: var(--cp-quiet);
  }
  & hr {
    border: 0;
    border-top: 1px solid var(--cp-line);
  }
  & > div {
    overflow-x: auto;
  }
  & table {
    border-collapse: collapse;
    overflow-wrap: normal;
  }
  & th,
  & td {
    padding: 6px 10px;
    border: 1px solid var(--cp-line);
    text-align: left;
    vertical-align: top;
  }
`;

/** Elements without content. */
const empty = ['br', 'hr'];

/**
 * An operator's text. The tree is rendered element by element, never as markup, and only elements of the contract: so it is harmless even
 * from a server that does not sanitise, and works under a strict Content-Security-Policy or Trusted Types. Links to other sites open
 * inside the app if it lists them, except for a text that is `over` the screen, which would hide them. They name their site, because the
 * words may name another.
 */
export function RichText({ of, lang, over }: { of: readonly RichNode[]; lang: string; over?: boolean }) {
  const { nav, platform } = useApp();
  const openSite = useSites(web.webView, knownSite);
  const draw = (node: RichNode, key: number): ReactNode => {
    if (typeof node === 'string') return node;
    const [tag, children, href] = node;
    const inside = children.map(draw);
    if (!richTags.includes(tag)) return <Fragment key={key}>{inside}</Fragment>;
    if (empty.includes(tag)) return createElement(tag, { key });
    if (tag === 'table')
      return (
        <div key={key}>
          <table>{inside}</table>
        </div>
      );
    if (tag !== 'a') return createElement(tag, { key }, inside);
    if (!href || !isRichLink(href)) return <Fragment key={key}>{inside}</Fragment>;
    return (
      <a
        key={key}
        href={href}
        rel="noopener noreferrer"
        onClick={(event) => {
          event.preventDefault();
          if (href[0] === '#') nav.open(href.slice(1));
          else void (over ? platform.leave(href) : openSite(href));
        }}
      >
        {inside}
        {href[0] !== '#' && <small dir="ltr"> ({new URL(href).host})</small>}
      </a>
    );
  };
  return (
    <div className={rich} lang={lang}>
      {of.map(draw)}
    </div>
  );
}
