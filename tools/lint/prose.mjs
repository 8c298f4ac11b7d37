// node tools/lint/prose.mjs: checks the English of the documents, of comments in src, tools and test, and of the titles of tests; exits
// with 1 if it finds anything.
// node tools/lint/prose.mjs <files>: only these.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Expressions that the project does not use, as regular expressions, and what to write instead. */
const avoided = Object.entries(
  /** @type {Record<string, string>} */ (JSON.parse(readFileSync('tools/lint/prose.json', 'utf8'))),
).map(([pattern, instead]) => ({ pattern: new RegExp(pattern, 'gi'), instead }));

/** Words in a sentence, and on average in a document. */
const longestSentence = 40;
const longestAverage = 25;
/** Characters of a heading. The title of a decision says the decision. */
const longestHeading = 60;
const longestDecision = 100;
/** Characters of the title of a test. */
const longestTitle = 100;

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
 * The reason to rewrite a sentence; undefined if it is fine.
 * @param {string} sentence
 */
function betterSentence(sentence) {
  const length = wordsIn(sentence);
  if (length > longestSentence) return `${longestSentence} words at most, here ${length}`;
  if (/^(What|Who|Whoever|Whose|Which)\b(?!.*\?$)/.test(sentence)) return 'a noun as the subject';
  return;
}

/**
 * The findings in a document.
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
      const instead = betterSentence(sentence);
      if (instead) findings.push({ line, found: sentence, instead });
    }
  if (count > 10 && words / count > longestAverage)
    findings.push({
      line: 1,
      found: `${(words / count).toFixed(1)} words a sentence on average`,
      instead: `${longestAverage} at most`,
    });
  return findings.sort((a, b) => a.line - b.line);
}

const comment =
  /^[ \t]*\{?\/\*+([\s\S]*?)\*\/|^[ \t]*\/\/(?!\/)(.*(?:\n[ \t]*\/\/.*)*)|[\s;,{})\]]\/\/ (.*)$/gm;

/**
 * The paragraphs of the comments in a source; a tag such as `@param` begins one. Types, code and directives for tools are left out.
 * @param {string} source
 */
function paragraphsIn(source) {
  /** @type {{ line: number, text: string }[]} */
  const paragraphs = [];
  for (const { 0: all, 1: block, 2: lines, 3: end, index } of source.matchAll(comment)) {
    const first = source.slice(0, index).split('\n').length + (all.startsWith('\n') ? 1 : 0);
    let isOpen = false;
    for (const [at, raw] of (block ?? lines ?? end ?? '').split('\n').entries()) {
      const text = raw
        .trim()
        .replace(/^(\*|\/\/)\s?/, '')
        .trim();
      const begins = /^(@|- |\||[a-zA-Z]+: |npm |node )/.test(text);
      if (!text || /^(biome-ignore|@import|@ts-|@__)/.test(text)) isOpen = false;
      else if (isOpen && !begins) {
        const last = paragraphs[paragraphs.length - 1];
        if (last) last.text += ` ${text}`;
      } else {
        paragraphs.push({ line: first + at, text });
        isOpen = true;
      }
    }
  }
  return paragraphs.map(({ line, text }) => ({
    line,
    text: text
      .replace(/@(\w+)\s*(\{.*\}\s*(\[[^\]]*\]|[\w.]+)?)?/g, '')
      .replace(/`[^`]*`/g, 'code')
      .replace(/[“"][^”"]*[”"]/g, 'quotation')
      .trim(),
  }));
}

/**
 * The findings in the comments of a source.
 * @param {string} source
 * @returns {Finding[]}
 */
export const findingsInComments = (source) =>
  paragraphsIn(source).flatMap(({ line, text }) => [
    ...avoided.flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)].map(([found]) => ({ line, found, instead })),
    ),
    ...sentencesOf(text).flatMap((sentence) => {
      const instead = betterSentence(sentence);
      return instead ? [{ line, found: sentence, instead }] : [];
    }),
  ]);

const title =
  /^ *[a-zA-Z]+\(\s*(['"`])((?:(?!\1).)+ (?:(?!\1).)+)\1,\s*(?:\{[^}]*\},\s*)?(?:async )?(?:\(|\w+ =>)/gm;

/**
 * The findings in the titles of tests: a title is a sentence about a member, or about code.
 * @param {string} source
 * @returns {Finding[]}
 */
export const findingsInTitles = (source) =>
  [...source.matchAll(title)].flatMap(({ 2: raw = '', index }) => {
    const line = source.slice(0, index).split('\n').length;
    const text = raw.replace(/\$\{[^}]*\}/g, 'name');
    const instead = betterSentence(text.charAt(0).toUpperCase() + text.slice(1));
    return [
      ...avoided.flatMap(({ pattern, instead }) =>
        [...text.matchAll(pattern)].map(([found]) => ({ line, found, instead })),
      ),
      ...(instead ? [{ line, found: text, instead }] : []),
      ...(text.length > longestTitle
        ? [{ line, found: text, instead: `a title of ${longestTitle} characters at most` }]
        : []),
    ];
  });

/** Sources whose comments people write: those of the SDKs are generated. */
const sources = () =>
  ['src', 'tools', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter(
        (file) =>
          /\.(tsx?|mjs|js|css)$/.test(file) &&
          !/node_modules|^tools\/sdk\/|^src\/embed\/npm\/(models|operations)\.ts$/.test(file),
      ),
  );

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

const isTest = /\.(test|journey)\.tsx?$/;

/**
 * Prints the findings in documents, comments and titles, and returns their number.
 * @param {string[]} [given] files; all if there are none
 */
export function checkProse(given = []) {
  const files = given.length ? given : [...documents(), ...sources()];
  let count = 0;
  for (const file of files) {
    const heading = path.dirname(file).endsWith('decisions') ? longestDecision : longestHeading;
    const text = readFileSync(file, 'utf8');
    const findings = file.endsWith('.md')
      ? findingsIn(text, { heading })
      : [...findingsInComments(text), ...(isTest.test(file) ? findingsInTitles(text) : [])];
    count += findings.length;
    for (const { line, found, instead } of findings) {
      const shown = found.length > 100 ? `${found.slice(0, 100)}…` : found;
      console.log(`${file}:${line}: “${shown}”; write: ${instead}`);
    }
  }
  console.log(`${files.length} documents and sources, ${count} findings`);
  return count;
}

if (process.argv[1]?.endsWith('lint/prose.mjs')) process.exitCode = checkProse(process.argv.slice(2)) ? 1 : 0;
