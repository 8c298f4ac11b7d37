import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { operate } from './operate.mjs';

// npm run operator -- <command>: a separate file, so that tests can use the commands without a process for each.

/** @param {string} question */
async function agree(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question).finally(() => terminal.close());
  return /^y(es)?$/i.test(answer.trim());
}

/**
 * Typed input; hidden input is not shown.
 * @param {string} question
 * @param {boolean} [hidden]
 */
async function prompt(question, hidden = false) {
  process.stderr.write(question);
  const shown = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) process.stderr.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output: shown, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    if (hidden) process.stderr.write('\n');
  }
}

// a reader such as `head` has enough
process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.exitCode = await operate(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  ...(process.stdin.isTTY && { agree, prompt }),
});
