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

/** A mutant, and the tests of one file that are run with it. @typedef {{ mutant: number, titles: string[], limit: number }} Turn */
/** @typedef {{ began: number } | { ended: number, unsure: boolean, failure?: { title: string, message: string } }} TurnMessage */

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const here = path.join(root, 'tools/mutants');
/** By source maps the tests find the declaration that runs a statement without its member: that notices a filter that is missing. */
const node = ['--enable-source-maps'];

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
  const args = [...node, path.join(here, 'worker.mjs'), bundle, result, String(mutant)];
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

/**
 * Tries mutants one after the other in one process, each with its tests of a file, as `turns-worker.mjs` does.
 * @param {string} bundle
 * @param {Turn[]} turns
 * @param {Record<string, string>} env
 * @returns {Promise<Map<number, { failure?: Outcome['failure'], unsure: boolean }>>} by mutant; one whose tests hang, or end the process,
 * is unsure, and those after it are not in the map
 */
export async function runTurns(bundle, turns, env) {
  /** @type {Map<number, { failure?: Outcome['failure'], unsure: boolean }>} */
  const results = new Map();
  const started = spawn(process.execPath, [...node, path.join(here, 'turns-worker.mjs'), bundle], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const stop = () => started.kill('SIGKILL');
  let timer = setTimeout(stop, 60_000);
  /** @type {number | undefined} */
  let running;
  started.on('message', (/** @type {TurnMessage} */ message) => {
    clearTimeout(timer);
    running = 'began' in message ? message.began : undefined;
    timer = setTimeout(stop, turns.find(({ mutant }) => mutant === running)?.limit ?? 60_000);
    if ('began' in message) return;
    const { ended, failure, unsure } = message;
    // a file with several suites ends a turn several times
    const before = results.get(ended);
    const found = before?.failure ?? failure;
    results.set(ended, { unsure: unsure || !!before?.unsure, ...(found && { failure: found }) });
  });
  started.send(turns);
  await new Promise((resolve) => started.once('close', resolve));
  clearTimeout(timer);
  if (running !== undefined) results.set(running, { unsure: true });
  return results;
}

/**
 * Does something with each, several at once, in their order.
 * @template T
 * @param {readonly T[]} things
 * @param {number} atOnce
 * @param {(thing: T) => Promise<void>} act
 */
export async function inTurns(things, atOnce, act) {
  const waiting = [...things];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await act(one);
    }),
  );
}
