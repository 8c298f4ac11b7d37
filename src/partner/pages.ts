/** The variable parts of a page of the shop. */
export interface Page {
  /** The origin of Cloudphone's scripts. */
  embeds: string;
  partner: string;
  who: string | undefined;
  /** A pinned release, for the page with the strict policy; otherwise the channel is used. */
  pinned?: { path: string; integrity: string } | undefined;
  /** The widgets of the playground. */
  widgets?: readonly string[];
  script: string;
}

const quoted = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The shop's page: no inline script, no inline style, and no bundle except `script`. */
export function page({ embeds, partner, who, pinned, widgets = [], script }: Page): string {
  const loader = pinned
    ? `<script type="module" crossorigin src="${embeds}${pinned.path}" integrity="${quoted(pinned.integrity)}"></script>`
    : `<script type="module" src="${embeds}/v1/embed.js"></script>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo Shop</title>
<link rel="preconnect" href="${embeds}" crossorigin>
<link rel="stylesheet" href="${script === '/playground.js' ? '/playground.css' : '/shop.css'}">
${script === '/react.js' ? '' : `${loader}\n<link rel="modulepreload" href="${embeds}/v1/html.js">`}
<script type="module" src="${script}"></script>
</head>
<body data-theme="harbour" data-partner="${quoted(partner)}" data-embeds="${quoted(embeds)}" data-who="${quoted(who ?? '')}" data-widgets="${widgets.join(' ')}">
<div id="shop"></div>
<noscript>This shop needs JavaScript.</noscript>
</body>
</html>
`;
}

/** The strictest policy under which the page works: nothing inline, one list of addresses, Trusted Types. */
export const strictPolicy = (embeds: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${embeds}`,
    `style-src 'self' ${embeds}`, // our origin is for engines without constructed style sheets: below Chrome 73 and Safari 16.4
    `connect-src 'self' ${embeds}`,
    `img-src 'self' ${embeds}`,
    `media-src ${embeds}`,
    `frame-src ${embeds}`,
    "require-trusted-types-for 'script'",
    'trusted-types cloudphone',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
