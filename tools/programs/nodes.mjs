import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Other versions of Node that the server must support. `tools/programs/nodes` pins npm packages that contain them, with their checksums.

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const pins = path.join(root, 'tools/programs/nodes');

/**
 * The program of a version, downloaded once for each state of the pins.
 * @param {'22' | '24'} version
 */
export function fetchNode(version) {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`There are packages with Node for Linux on x64 only, this is ${process.platform}`);
  const state = createHash('sha256')
    .update(readFileSync(path.join(pins, 'package-lock.json')))
    .digest('hex');
  const folder = path.join(root, `dist/test/nodes-${state.slice(0, 12)}`);
  if (!existsSync(folder)) {
    console.log('Fetching Node 22 and 24 from npm …');
    mkdirSync(path.dirname(folder), { recursive: true });
    const draft = mkdtempSync(`${folder}-`);
    try {
      for (const file of ['package.json', 'package-lock.json'])
        copyFileSync(path.join(pins, file), path.join(draft, file));
      const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
      execFileSync('npm', args, { cwd: draft, stdio: ['ignore', 'ignore', 'inherit'] });
      if (!existsSync(folder)) renameSync(draft, folder); // another process may have been faster
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  return path.join(folder, `node_modules/node${version}/bin/node`);
}
