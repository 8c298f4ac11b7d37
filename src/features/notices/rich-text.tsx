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

/** Which hold nothing. */
const empty = ['br', 'hr'];

/**
 * What an operator wrote. The tree is drawn element by element, never as markup, and once more only what the contract
 * names: so it is harmless even before a server that does not sanitise, and needs nothing that a strict
 * Content-Security-Policy or Trusted Types would forbid. Links to other sites are opened inside the app where it knows
 * them, but for those of a text that is `over` the screen: nobody would see what they open.
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
      </a>
    );
  };
  return (
    <div className={rich} lang={lang}>
      {of.map(draw)}
    </div>
  );
}
