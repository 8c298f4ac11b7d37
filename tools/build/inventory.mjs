import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { compress } from './files.mjs';

/**
 * @typedef {{ version: string, integrity?: string, license?: string, dev?: boolean, devOptional?: boolean, optional?: boolean }} Locked
 * @typedef {{ name: string, version: string, licenses: { expression: string }[] }} Component
 */

const texts = 'tools/build/license-texts';
/** Files that hold the terms of a package, by their usual names. */
const isTerms = (/** @type {string} */ file) => /^(licen[cs]e|copying|notice|third-?party)/i.test(file);

/** A UUID that is the same for the same text. @param {string} text */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** @param {string} name @param {string} version */
const addressOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** @param {string} name @param {Locked} locked */
function componentOf(name, { version, integrity = '', license, optional }) {
  const [, digest] = /^sha512-(\S+)$/.exec(integrity) ?? [];
  const address = addressOf(name, version);
  return {
    'bom-ref': address,
    type: 'library',
    name,
    version,
    scope: optional ? 'optional' : 'required',
    purl: address,
    ...(digest && { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }),
    licenses: license ? [{ expression: license }] : [],
  };
}

/**
 * The packages that the built product contains or needs, in CycloneDX 1.5, from the lock file. (`npm sbom` leaves out packages that
 * something of development needs as well.) Equal sources give equal bytes: there is no time in it.
 */
async function billOfMaterials() {
  const lock = await readFile('package-lock.json', 'utf8');
  /** @type {{ name: string, version: string, packages: Record<string, Locked & { dependencies?: Record<string, string> }> }} */
  const { name, version, packages } = JSON.parse(lock);
  const found = new Map(
    Object.entries(packages)
      .filter(([path, { dev, devOptional }]) => path && !dev && !devOptional)
      .map(([path, locked]) => componentOf(path.replace(/^.*node_modules\//, ''), locked))
      .map((component) => [component.purl, component]),
  );
  const ref = addressOf(name, version);
  const direct = Object.entries(packages['']?.dependencies ?? {}).map(([one, exact]) =>
    addressOf(one, exact),
  );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(lock)}`,
    version: 1,
    metadata: { component: { 'bom-ref': ref, type: 'application', name, version, purl: ref } },
    components: [...found.values()],
    dependencies: [{ ref, dependsOn: direct }],
  };
}

/** @param {Component} component */
const licenseOf = ({ licenses }) => licenses[0]?.expression ?? 'not stated by the package';

/**
 * The terms in the folder of a package; undefined if this machine has no copy of it, as of another system's programs.
 * @param {Component} component
 */
async function termsOf(component) {
  const folder = `node_modules/${component.name}`;
  const files = await readdir(folder).catch(() => undefined);
  if (!files) return;
  const found = files.filter(isTerms).sort();
  if (!found.length && files.includes('README.md') && component.name.startsWith('@img/'))
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
 * @param {{ components: Component[] }} bom
 */
async function licenses({ components }) {
  /** @type {Map<string, string[]>} */
  const byText = new Map();
  for (const component of components) {
    const terms = await termsOf(component);
    if (terms === undefined) continue;
    const line = `${component.name} ${component.version} (${licenseOf(component)})`;
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
 * Writes `dist/sbom.cdx.json`, which is shipped with the build and in the image, and `dist/app/licenses.txt`, which the gateway serves to everybody whose
 * browser gets a copy of the packages.
 * @param {string} out
 * @param {{ release?: boolean }} [how] `release`: compressed as small as possible
 */
export async function writeInventory(out = 'dist', { release = false } = {}) {
  const bom = await billOfMaterials();
  await mkdir(`${out}/app`, { recursive: true });
  await writeFile(`${out}/sbom.cdx.json`, `${JSON.stringify(bom, null, 1)}\n`);
  await writeFile(`${out}/app/licenses.txt`, await licenses(bom));
  await compress(`${out}/app`, { release, which: /^licenses\.txt$/ });
  return bom;
}
