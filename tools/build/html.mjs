import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** @param {string} text */
const sha256 = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The page: the Content-Security-Policy contains the hashes of inline parts, everything else is a file of ours. Returns the HTML and the
 * hashes.
 * @param {Record<'boot' | 'style' | 'main', string> & { config: object }} made
 */
export async function page({ boot, style, main, config }) {
  const script = boot.trim();
  const css = style.trim();
  const template = await readFile('src/shell/start/index.html', 'utf8');
  /** @type {Record<string, string>} */
  const parts = {
    config: JSON.stringify(config).replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;'),
    style: `<style>${css}</style>`,
    script: `<script>${script}</script>`,
    main,
  };
  const html = template
    .replace(/\n\s*<!--.*?-->/gs, '')
    .replace(/(?<=>)\n|<\/(?:p|head|body|html)>|<(?:head|body)>/g, '')
    .replace(/(?<= [\w-]+=)"([\w-]+)"|=""/g, '$1')
    .replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name] ?? '');
  return { html, csp: { scripts: [sha256(script)], styles: [sha256(css)] } };
}
