import hljs from 'highlight.js/lib/common';
import MarkdownIt from 'markdown-it';
import { groups, pages, words } from './pages.mjs';

/** @import { Language } from './pages.mjs' */

/** The anchor of a heading, as GitHub makes it. @param {string} heading */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/`/g, '')
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .trim()
    .replace(/ /g, '-');

const named = new Map([
  ['svelte', 'xml'],
  ['vue', 'xml'],
  ['tsx', 'typescript'],
]);

const markdown = new MarkdownIt({
  html: true,
  highlight(code, language) {
    const known = named.get(language) ?? language;
    return hljs.getLanguage(known) ? hljs.highlight(code, { language: known }).value : '';
  },
});
markdown.renderer.rules.heading_open = (tokens, at, options, _env, self) => {
  const text = tokens[at + 1]?.content ?? '';
  tokens[at]?.attrSet('id', anchorOf(text));
  return self.renderToken(tokens, at, options);
};
markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>';
markdown.renderer.rules.table_close = () => '</table></div>';

/**
 * The target of a document's link on the site: pages are beside each other, pictures in one folder, other documents are not part of it.
 * @param {string} href
 */
function siteLink(href) {
  const [, path = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
  if (/^https?:/.test(href) || !path) return href;
  const name = path.replace(/^(\.\.\/)?embedding\//, '').replace(/\.md$/, '');
  if (/\.(png|webp)$/.test(path)) return `../${path.split('/').pop()}`;
  if (pages.includes(name)) return `${name}.html${decodeURI(anchor)}`;
  if (!path.startsWith('../')) throw new Error(`${href} is no page of the site`);
  return undefined;
}

/** The policy of a page, wherever it is served: it shows itself and its pictures, and searches. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** @param {string} text */
const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/**
 * The content of a page: its HTML, its title, and its sections for the search.
 * @param {string} source markdown
 */
export function renderPage(source) {
  const tokens = markdown.parse(source, {});
  /** @type {{ anchor: string, title: string, text: string }[]} */
  const sections = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const title = (tokens[at + 1]?.content ?? '').replace(/`/g, '');
      sections.push({ anchor: anchorOf(title), title, text: '' });
    } else if (token.type === 'inline' && tokens[at - 1]?.type !== 'heading_open') {
      const last = sections[sections.length - 1];
      if (last) last.text += ` ${token.content.replace(/[`*|[\]]/g, '').replace(/\([^)]*\)/g, '')}`;
    }
    for (const child of token.children ?? [])
      if (child.type === 'link_open') {
        const href = siteLink(String(child.attrGet('href')));
        if (href === undefined)
          child.attrs = null; // a document for Cloudphone's own developers
        else child.attrSet('href', href);
      }
  }
  const html = markdown.renderer
    .render(tokens, markdown.options, {})
    .replace(/(<img src=")([^"]+)/g, (_all, start, href) => start + siteLink(href));
  return { html, title: sections[0]?.title ?? '', sections };
}

/** The whole document of a page. @type {(page: { name: string, language: Language, html: string, title: string, titles: Record<string, string> }) => string} */
export function documentOf({ name, language, html, title, titles }) {
  const say = words[language];
  const other = language === 'en' ? 'zh' : 'en';
  const next = pages[pages.indexOf(name) + 1];
  const link = (/** @type {string} */ one) =>
    `<li><a href="${one}.html"${one === name ? ' aria-current="page"' : ''}>${escaped(titles[one] ?? one)}</a></li>`;
  const navigation = groups
    .map((group) => `<h2>${group[language]}</h2><ul>${group.pages.map(link).join('')}</ul>`)
    .join('');
  return `<!doctype html>
<html lang="${say.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(title)} · ${say.site}</title>
<link rel="alternate" hreflang="${words[other].lang}" href="../${other}/${name}.html">
<link rel="stylesheet" href="../site.css">
<script type="module" src="../search.js"></script>
</head>
<body data-index="search.json" data-none="${say.none}">
<a class="skip" href="#text">${say.skip}</a>
<header>
<a class="brand" href="index.html">${say.site}</a>
<search><label><span>${say.search}</span><input type="search" id="search" placeholder="${say.search}" autocomplete="off"></label><ol id="found" hidden></ol></search>
<a href="../${other}/${name}.html" lang="${words[other].lang}">${say.other}</a>
</header>
<div class="columns">
<nav aria-label="${say.menu}"><details open><summary>${say.menu}</summary>${navigation}<p><a href="../../theme-editor">${say.editor}</a></p><p><a href="../../playground">${say.playground}</a></p></details></nav>
<main id="text">
${html}
${next ? `<p class="next"><a href="${next}.html">${say.next}: ${escaped(titles[next] ?? next)}</a></p>` : ''}
</main>
</div>
</body>
</html>
`;
}
