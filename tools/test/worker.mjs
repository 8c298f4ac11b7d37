// Runs test files one after the other in one process, as tools/test/run-unit.mjs names them on the standard input: most of
// what a small file took was the loading of packages that the file before it had loaded already. Behind a tab may follow which of its
// tests (tools/prove/uvu-one.mjs).
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/** Closes what a file printed, on both outputs. A line of its own that no test prints. */
const end = '— end of file';

/** uvu's own: a group of suites for each file, which begins with the file's name or null. @type {unknown[][]} */
const queue = [];
Object.assign(globalThis, { UVU_DEFER: 1, UVU_QUEUE: queue });
const { exec } = await import('uvu');

/** What was global before a file, which may bring a document and a browser's objects with it. */
const before = Object.getOwnPropertyDescriptors(globalThis);
function restoreGlobals() {
  for (const name of Reflect.ownKeys(globalThis))
    if (!(name in before)) Reflect.deleteProperty(globalThis, name);
  for (const name of Reflect.ownKeys(before)) {
    const had = Reflect.get(before, name);
    const has = Object.getOwnPropertyDescriptor(globalThis, name);
    if (has?.value !== had.value || has?.get !== had.get) Object.defineProperty(globalThis, name, had);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [file = '', only] = line.split('\t');
  if (only !== undefined) process.env.ONE_TEST = only;
  queue.splice(0, Infinity, [null]);
  await import(pathToFileURL(file).href);
  await exec();
  restoreGlobals();
  const failed = process.exitCode ? 1 : 0;
  process.exitCode = 0;
  process.stdout.write(`\n${end} ${failed}\n`);
  process.stderr.write(`\n${end} ${failed}\n`);
}
