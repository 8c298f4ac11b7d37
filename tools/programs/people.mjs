import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProgram } from '../build/bundle-program.mjs';

/**
 * Fills a database before its gateway starts: the demo data, and members for journeys and loads, whose names go to the folder in `PEOPLE`.
 * @param {Record<string, string>} env
 */
export async function addPeople(env) {
  const program = await bundleProgram('test/journeys/support/people.ts', 'people');
  try {
    execFileSync(process.execPath, [program], { env: { ...process.env, ...env }, stdio: 'inherit' });
  } finally {
    rmSync(program);
  }
}

/** The members who have money and payout accounts. @param {string} folder the one in `PEOPLE` @returns {{ account: string, password: string }[]} */
export function membersWithMoney(folder) {
  const { names, password } = JSON.parse(readFileSync(join(folder, 'names.json'), 'utf8'));
  return [...names.rich, ...names.chinese].map((account) => ({ account, password }));
}
