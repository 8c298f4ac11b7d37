import { spawn } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { mediaLoader } from './build/media-loader.mjs';
import { pureContract } from './build/plugins/pure-contract.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** Milliseconds after which a file hangs. Generous: the machine may be busy. */
const longest = 180_000;
/** One more than the two cores: a file that waits, for a long poll or a database, leaves them to another. */
const atOnce = 3;

/**
 * Runs test files, each in a process of its own, and prints what fails.
 *
 * A file counts as one failure when it crashes, hangs, or runs no test: uvu passes silently when `.run()` is forgotten
 * or a promise never settles.
 *
 * @param {object} options
 * @param {string[]} options.files paths from the root of the project
 * @param {Record<string, string>} [options.env] added to the environment
 * @param {string} [options.label] printed before the names
 * @param {object} [options.esbuild] added to the build options (aliases, conditions, defines)
 * @param {string[]} [options.node] added to node's own arguments
 * @param {string} [options.program] another Node than this one
 * @param {number} [options.limit] milliseconds after which a file is stopped
 * @returns {Promise<{ passed: number, failed: number, slow: { file: string, seconds: number }[] }>} `slow`: what each took, slowest first
 */
export async function runUnit({
  files,
  env = {},
  label = 'unit',
  esbuild = {},
  node = [],
  program = process.execPath,
  limit = longest,
}) {
  const outdir = path.join(root, 'dist/test', `${label.replace(/\W+/g, '-')}-${process.pid}`);
  try {
    const outputs = await bundle(files, outdir, esbuild);
    /** @type {{ passed: number, failed: number, slow: { file: string, seconds: number }[] }} */
    const totals = { passed: 0, failed: 0, slow: [] };
    const waiting = [...outputs];
    const next = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        const began = Date.now();
        const { passed, failed, text } = await run(one.output, env, [program, ...node], limit);
        const seconds = (Date.now() - began) / 1000;
        totals.passed += passed;
        totals.failed += failed;
        totals.slow.push({ file: one.file, seconds });
        const count = `${passed} of ${passed + failed}, ${seconds.toFixed(1)} s`;
        console.log(`${failed ? 'FAIL' : 'ok  '} ${label} ${one.file} (${count})`);
        if (failed)
          console.log(text.trim() || '  it printed nothing: no test ran, or a promise never settled');
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    totals.slow.sort((a, b) => b.seconds - a.seconds);
    if (!files.length) totals.failed++;
    return totals;
  } finally {
    await rm(outdir, { recursive: true, force: true });
  }
}

/**
 * The files bundled with what they share; inside the project, so that packages are found.
 * @param {string[]} files
 * @param {string} outdir
 * @param {object} options
 */
async function bundle(files, outdir, options) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: files,
    outdir,
    outbase: root,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    packages: 'external',
    loader: mediaLoader,
    jsx: 'automatic',
    alias: {
      react: 'preact/compat',
      'react-dom': 'preact/compat',
      'react/jsx-runtime': 'preact/jsx-runtime',
    },
    plugins: [pureContract],
    logLevel: 'warning',
    ...options,
    metafile: true,
  });
  return Object.entries(metafile.outputs)
    .map(([output, { entryPoint = '' }]) => ({ output: path.join(root, output), file: entryPoint }))
    .filter(({ file }) => files.includes(file));
}

/** @type {(file: string, env: Record<string, string>, program: string[], limit: number) => Promise<{ text: string, passed: number, failed: number }>} */
const run = (file, env, [program = '', ...node], limit) =>
  new Promise((resolve) => {
    const started = spawn(program, ['--enable-source-maps', ...node, file], {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0', ...env },
    });
    let text = '';
    let late = false;
    started.stdout.on('data', (data) => (text += data));
    started.stderr.on('data', (data) => (text += data));
    const timer = setTimeout(() => {
      late = true;
      started.kill('SIGKILL');
    }, limit);
    started.on('close', (code) => {
      clearTimeout(timer);
      if (late) text += `\n  stopped after ${limit / 1000} s`;
      resolve({ text, ...count(text, code) });
    });
  });

/**
 * uvu prints a total for each `exec`; a file may hold several suites.
 * @param {string} text
 * @param {number | null} code
 */
function count(text, code) {
  /** @param {string} name */
  const sum = (name) =>
    [...text.matchAll(new RegExp(`^ *${name}:\\s+(\\d+)`, 'gm'))].reduce((n, m) => n + Number(m[1]), 0);
  const total = sum('Total');
  const passed = sum('Passed');
  const unnoticed = code !== 0 || total === 0 ? 1 : 0;
  return { passed, failed: Math.max(total - passed - sum('Skipped'), unnoticed) };
}

/**
 * Test files under `directories`, sorted.
 * @param {string[]} directories
 */
export async function testFiles(...directories) {
  const found = [];
  for (const directory of directories)
    for (const name of await readdir(path.join(root, directory), { recursive: true }))
      if (/\.test\.tsx?$/.test(name)) found.push(path.join(directory, name));
  return found.sort();
}

// node tools/run-unit.mjs test/server test/unit/money.test.ts …
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = [];
  for (const name of process.argv.slice(2))
    files.push(...(/\.tsx?$/.test(name) ? [name] : await testFiles(name)));
  const { passed, failed } = await runUnit({ files });
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}
