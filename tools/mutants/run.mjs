import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { pureContract } from '../build/plugins/pure-contract.mjs';
import { bundleOptions } from '../test/run-unit.mjs';
import { instrument } from './places.mjs';

/** @import { Place } from './places.mjs' */
/** @typedef {Place & { id: number }} Mutant */
/**
 * The result that a test process wrote.
 * @typedef {object} Outcome
 * @property {{ title: string, message: string }} [failure] the first
 * @property {Record<string, number>} milliseconds by title
 * @property {Record<string, number[]>} reached mutants by title, '' is what ran before or between tests
 */

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const here = path.join(root, 'tools/mutants');

/**
 * Bundles test files with the mutants in them, each behind a switch.
 * @param {string[]} files
 * @param {Mutant[]} mutants
 * @param {string} outdir
 * @returns {Promise<Map<string, { bundle: string, sources: string[] }>>} the bundle of each file, and the files of ours it is made of
 */
export async function bundleMutants(files, mutants, outdir) {
  /** @type {Map<string, Mutant[]>} */
  const byFile = new Map();
  for (const mutant of mutants) byFile.set(mutant.file, [...(byFile.get(mutant.file) ?? []), mutant]);
  const { metafile } = await build({
    ...bundleOptions(files, outdir),
    sourcemap: false,
    plugins: [
      {
        name: 'mutants',
        setup(one) {
          one.onResolve({ filter: /^uvu$/ }, () => ({
            path: pathToFileURL(path.join(here, 'uvu.mjs')).href,
            external: true,
          }));
          one.onLoad({ filter: /\/src\/.*\.ts$/ }, (args) => {
            const own = byFile.get(path.relative(root, args.path));
            return own && { contents: instrument(readFileSync(args.path, 'utf8'), own), loader: 'ts' };
          });
        },
      },
      pureContract,
    ],
    metafile: true,
  });
  return new Map(
    Object.entries(metafile.outputs).flatMap(([output, { entryPoint }]) =>
      entryPoint && files.includes(entryPoint)
        ? [
            [
              entryPoint,
              { bundle: path.join(root, output), sources: reachedFrom(entryPoint, metafile.inputs) },
            ],
          ]
        : [],
    ),
  );
}

/**
 * A file and everything that it imports.
 * @param {string} file
 * @param {import('esbuild').Metafile['inputs']} inputs
 */
function reachedFrom(file, inputs) {
  const found = new Set([file]);
  for (const one of found)
    for (const { path: imported, external } of inputs[one]?.imports ?? []) if (!external) found.add(imported);
  return [...found].filter((one) => existsSync(path.join(root, one))).sort();
}

let runs = 0;
/**
 * Runs a bundled test file in a separate process.
 * @param {string} bundle
 * @param {object} options
 * @param {number} [options.mutant] the one that is switched on
 * @param {string[]} [options.titles] only these tests
 * @param {Record<string, string>} [options.env]
 * @param {number} options.limit milliseconds
 * @returns {Promise<Outcome>} a process that hangs or dies has failed
 */
export async function runTests(bundle, { mutant = -1, titles, env = {}, limit }) {
  const folder = path.join(root, 'dist/test/mutants-results');
  mkdirSync(folder, { recursive: true });
  const result = path.join(folder, `${process.pid}-${++runs}.json`);
  const args = [path.join(here, 'worker.mjs'), bundle, result, String(mutant)];
  const started = spawn(process.execPath, titles ? [...args, JSON.stringify(titles)] : args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    started.kill('SIGKILL');
  }, limit);
  await new Promise((resolve) => started.once('close', resolve));
  clearTimeout(timer);
  if (!existsSync(result)) {
    const message = isLate ? `stopped after ${Math.round(limit / 1000)} s` : 'the process ended';
    return { failure: { title: '', message }, milliseconds: {}, reached: {} };
  }
  const outcome = JSON.parse(readFileSync(result, 'utf8'));
  rmSync(result);
  return outcome;
}
