import { readFileSync, writeFileSync } from 'node:fs';
import { limits } from './sizes.mjs';

const document = 'docs/architecture.md';
const begin = '<!-- phases: written by npm run build -->';
const end = '<!-- /phases -->';

/** @param {number} bytes */
const kb = (bytes) => `${(bytes / 1024).toFixed(2).replace(/\.?0+$/, '')} KB`;

/** The phases in which a phone loads the app, with the size limits of each in gzip, as a Mermaid diagram. */
const drawing = () => `\`\`\`mermaid
flowchart LR
  critical["critical, before the first screen<br>device list: ${kb(limits.first)}, sign-in: ${kb(limits.signIn)}"]
  deferred["deferred, once it has been painted<br>shell: ${kb(limits.deferred)}, HTTP client: ${kb(limits.client)}<br>routes: ${kb(limits.routes)}"]
  demand["on demand<br>a screen: ${kb(limits.screen)}, rules of forms once: ${kb(limits.rules)}"]
  critical --> deferred --> demand
\`\`\``;

/**
 * A document with the diagram of the current limits between its marks.
 * @param {string} text
 */
export function withPhases(text) {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < 0) throw new Error(`${document} has no place for the phases`);
  return `${text.slice(0, from)}${begin}\n${drawing()}\n${text.slice(to)}`;
}

/** Writes the diagram into the document, if it has changed. */
export function writePhases() {
  const before = readFileSync(document, 'utf8');
  const after = withPhases(before);
  if (after !== before) writeFileSync(document, after);
}
