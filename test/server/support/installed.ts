import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildPrograms } from '../../../tools/build/server.mjs';

/** Whether a program is on this machine. */
export function has(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let folder: Promise<string> | undefined;

/** A folder as on a server, made once: the scripts of `deploy`, and the built programs that they start. */
export const installed = (): Promise<string> => (folder ??= install());

async function install(): Promise<string> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'cloudphone-installed-'));
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  chmodSync(root, 0o755); // the users of containers read it
  for (const name of ['deploy', 'tools', 'package.json', 'i18n/locales.json'])
    await cp(name, path.join(root, name), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  await buildPrograms(path.join(root, 'dist/server'));
  return root;
}
