import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { compress } from './files.mjs';

/**
 * @typedef {{ name: string, version: string, group?: string, licenses?: { license?: { id?: string, name?: string }, expression?: string }[] }} Component
 * @typedef {{ serialNumber?: string, metadata: { timestamp?: string, component: Record<string, unknown> }, components: Component[] }} Bom
 */

const run = promisify(execFile);
const texts = 'tools/build/license-texts';
/** Files that hold the terms of a package, by their usual names. */
const isTerms = (/** @type {string} */ file) => /^(licen[cs]e|copying|notice|third-?party)/i.test(file);

/** A UUID that is the same for the same text. @param {string} text */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * The packages that the built product contains or needs, as npm lists them from the lock file, in CycloneDX 1.5. Equal sources give equal
 * bytes: npm's random number and the time are replaced.
 * @returns {Promise<Bom>}
 */
export async function billOfMaterials() {
  const asked = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev'];
  const { stdout } = await run('npm', [...asked, '--package-lock-only'], { maxBuffer: 64 * 2 ** 20 });
  const lock = await readFile('package-lock.json', 'utf8');
  const { name, version } = JSON.parse(lock);
  /** @type {Bom} */
  const bom = JSON.parse(stdout);
  bom.serialNumber = `urn:uuid:${uuidOf(lock)}`;
  delete bom.metadata.timestamp;
  bom.metadata.component = { ...bom.metadata.component, name, version };
  return bom;
}

/** @param {Component} component */
const nameOf = ({ name, group }) => (group ? `${group}/${name}` : name);

/** @param {Component} component */
const licenseOf = ({ licenses = [] }) =>
  licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression).join(' or ') ||
  'not stated by the package';

/**
 * The terms in the folder of a package; undefined if this machine has no copy of it, as of another system's programs.
 * @param {Component} component
 */
async function termsOf(component) {
  const folder = `node_modules/${nameOf(component)}`;
  const files = await readdir(folder).catch(() => undefined);
  if (!files) return;
  const found = files.filter(isTerms).sort();
  if (!found.length && files.includes('README.md') && nameOf(component).startsWith('@img/'))
    found.push('README.md');
  const terms = await Promise.all(found.map((file) => readFile(`${folder}/${file}`, 'utf8').catch(() => '')));
  const { author, homepage } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  const by = typeof author === 'string' ? author : (author?.name ?? homepage ?? 'its authors');
  return (
    terms.join('\n').trim() ||
    `${licenseOf(component)}, by ${by}. The package contains no text of the license.`
  );
}

/**
 * The terms of every package on this machine: packages with the same text share it.
 * @param {Bom} bom
 */
async function licenses({ components }) {
  /** @type {Map<string, string[]>} */
  const byText = new Map();
  for (const component of components) {
    const terms = await termsOf(component);
    if (terms === undefined) continue;
    const line = `${nameOf(component)} ${component.version} (${licenseOf(component)})`;
    byText.set(terms, [...new Set([...(byText.get(terms) ?? []), line])]);
  }
  const parts = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}`);
  const lesser = await readFile(`${texts}/LGPL-3.0.txt`, 'utf8');
  const general = await readFile(`${texts}/GPL-3.0.txt`, 'utf8');
  const head =
    'Cloudphone contains, or runs with, the packages below, under these terms.\n\n' +
    '@img/sharp-libvips is a shared library under LGPL-3.0-or-later, unchanged, and can be replaced by another build. Its source and\n' +
    'the scripts that build it are at https://github.com/lovell/sharp-libvips, under the tag of its version.';
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `${[head, ...parts, lesser.trim(), general.trim()].join(rule)}\n`;
}

/**
 * Writes `sbom.cdx.json`, which is shipped with the build and in the image, and `licenses.txt`, which the gateway serves to everybody whose
 * browser gets a copy of the packages.
 * @param {string} out
 */
export async function writeInventory(out = 'dist') {
  const bom = await billOfMaterials();
  await mkdir(`${out}/app`, { recursive: true });
  await writeFile(`${out}/sbom.cdx.json`, `${JSON.stringify(bom, null, 1)}\n`);
  await writeFile(`${out}/app/licenses.txt`, await licenses(bom));
  await compress(`${out}/app`, /^licenses\.txt$/);
  return bom;
}
