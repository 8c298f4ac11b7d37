import { operate } from './operate.mjs';

// npm run operator -- <command>: a file of its own, so that tests can use the commands without a process for each.

process.exitCode = await operate(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
