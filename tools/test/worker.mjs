// Runs test files one after the other in one process, as tools/test/run-unit.mjs names them on the standard input: a small file mostly
// took the time to load packages that the previous file had already loaded. A pattern for titles may follow after a tab
// (tools/prove/uvu-one.mjs).
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/** The end mark of a file's output, on both streams. A line that no test prints. */
const end = '— end of file';

/** uvu's own data: a group of suites for each file, which begins with the file's name or null. @type {unknown[][]} */
const queue = [];
Object.assign(globalThis, { UVU_DEFER: 1, UVU_QUEUE: queue });
const { exec } = await import('uvu');

/** The globals before a file, which may add a document and a browser's objects. */
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
