// node tools/lint/prose.mjs: checks the English of the documents; exits with 1 when it finds anything.
// node tools/lint/prose.mjs <files>: only these.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What the documents do not say, as regular expressions, and what to write instead. */
const avoided = Object.entries(
  /** @type {Record<string, string>} */ (JSON.parse(readFileSync('tools/lint/prose.json', 'utf8'))),
).map(([pattern, instead]) => ({ pattern: new RegExp(pattern, 'gi'), instead }));

/** Words in a sentence, and on average in a document. */
const longestSentence = 40;
const longestAverage = 25;
/** Characters of a heading. The title of a decision says the decision. */
const longestHeading = 60;
const longestDecision = 100;

/** @typedef {{ line: number, found: string, instead: string }} Finding */

/**
 * The text of a document, line for line, without what is not prose: code, generated parts, tables, links' addresses, HTML.
 * @param {string} markdown
 */
function proseOf(markdown) {
  let fence = '';
  let isGenerated = false;
  return markdown.split('\n').map((line) => {
    const [opening = ''] = /^\s*(```+|~~~+)/.exec(line) ?? [];
    if (opening && (!fence || line.trim().startsWith(fence))) {
      fence = fence ? '' : opening.trim();
      return '';
    }
    if (/^<!-- \/|^<!-- end/i.test(line)) isGenerated = false;
    else if (/^<!-- [a-z]/i.test(line)) isGenerated = true;
    if (fence || isGenerated || /^( {4}|\t)\S|^\s*\||^\s*</.test(line)) return '';
    return line
      .replace(/`[^`]*`/g, 'code')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/<[^>]*>/g, '')
      .replace(/https?:\S+/g, 'address')
      .replace(/[“"][^”"]*[”"]/g, 'quotation');
  });
}

/**
 * Blocks of text that sentences do not cross: a paragraph, an item of a list. `line`: the first, from 1.
 * @param {string[]} lines
 */
function blocksOf(lines) {
  /** @type {{ line: number, text: string }[]} */
  const blocks = [];
  let isOpen = false;
  for (const [at, line] of lines.entries()) {
    const text = line.replace(/^\s*([-*+>]|\d+\.)\s+/, '').trim();
    const last = blocks[blocks.length - 1];
    if (!text || /^#/.test(text)) isOpen = false;
    else if (isOpen && last && text === line.trim()) last.text += ` ${text}`;
    else {
      blocks.push({ line: at + 1, text });
      isOpen = true;
    }
  }
  return blocks;
}

/** @param {string} text */
const sentencesOf = (text) =>
  text
    .replace(/\b(e\.g|i\.e|etc|vs|approx|no)\./gi, '$1')
    .split(/(?<=[.!?:;])\s+(?=[A-Z*(]|code\b)/)
    .filter((sentence) => /[a-z]/i.test(sentence));

/** @param {string} sentence */
const wordsIn = (sentence) => (sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,/-]*/gu) ?? []).length;

/**
 * What is to be written otherwise in a document.
 * @param {string} markdown
 * @param {{ heading?: number }} [limits]
 * @returns {Finding[]}
 */
export function findingsIn(markdown, { heading = longestHeading } = {}) {
  const lines = proseOf(markdown);
  /** @type {Finding[]} */
  const findings = [];
  for (const [at, line] of lines.entries()) {
    for (const { pattern, instead } of avoided)
      for (const [found] of line.matchAll(pattern)) findings.push({ line: at + 1, found, instead });
    const [, title = ''] = /^#+ (.*)/.exec(line) ?? [];
    if (/\?$|^(what|who|whose|why|how|when|where)\b.*\b(is|are|was|does|do|has|have)\b/i.test(title))
      findings.push({ line: at + 1, found: title, instead: 'a heading that names the subject' });
    if (title.length > heading)
      findings.push({ line: at + 1, found: title, instead: `a heading of ${heading} characters at most` });
  }
  let words = 0;
  let count = 0;
  for (const { line, text } of blocksOf(lines))
    for (const sentence of sentencesOf(text)) {
      const length = wordsIn(sentence);
      words += length;
      count += 1;
      if (length > longestSentence)
        findings.push({ line, found: sentence, instead: `${longestSentence} words at most, here ${length}` });
      if (/^(What|Who|Whoever|Whose|Which)\b(?!.*\?$)/.test(sentence))
        findings.push({ line, found: sentence, instead: 'a noun as the subject' });
    }
  if (count > 10 && words / count > longestAverage)
    findings.push({
      line: 1,
      found: `${(words / count).toFixed(1)} words a sentence on average`,
      instead: `${longestAverage} at most`,
    });
  return findings.sort((a, b) => a.line - b.line);
}

/** Documents that people write; docs/coverage.md is generated, docs/embedding/zh is Chinese. */
const documents = () => [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'src/embed/npm/CHANGELOG.md',
  'src/embed/npm/package.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== 'coverage.md' && !file.startsWith('embedding/zh/'))
    .map((file) => `docs/${file}`),
];

/**
 * Prints what is to be written otherwise; answers how much it is.
 * @param {string[]} [given] files; all documents when there are none
 */
export function checkProse(given = []) {
  const files = given.length ? given : documents();
  let count = 0;
  for (const file of files) {
    const heading = path.dirname(file).endsWith('decisions') ? longestDecision : longestHeading;
    for (const { line, found, instead } of findingsIn(readFileSync(file, 'utf8'), { heading })) {
      count += 1;
      const shown = found.length > 100 ? `${found.slice(0, 100)}…` : found;
      console.log(`${file}:${line}: “${shown}”; write: ${instead}`);
    }
  }
  console.log(`${files.length} documents, ${count} findings`);
  return count;
}

if (process.argv[1]?.endsWith('lint/prose.mjs')) process.exitCode = checkProse(process.argv.slice(2)) ? 1 : 0;
