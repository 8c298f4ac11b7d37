import { createInterface } from 'node:readline/promises';
import { operate } from './operate.mjs';

// npm run operator -- <command>: a file of its own, so that tests can use the commands without a process for each.

/** @param {string} question */
async function agree(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question).finally(() => terminal.close());
  return /^y(es)?$/i.test(answer.trim());
}

process.exitCode = await operate(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  ...(process.stdin.isTTY && { agree }),
});
