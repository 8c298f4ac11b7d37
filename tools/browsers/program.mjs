import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTime } from './calls.mjs';

/**
 * Starts a program with a temporary home folder, which is deleted afterwards. Returns the match of `pattern` in its output.
 * @param {string} program
 * @param {(home: string) => { args: string[], env?: NodeJS.ProcessEnv | undefined }} how
 * @param {RegExp} [pattern] none: it says nothing
 */
export async function startProgram(program, how, pattern) {
  const home = mkdtempSync(join(tmpdir(), 'cloudphone-browser-'));
  const { args, env = process.env } = how(home);
  // in a group of its own: the browser's other processes would go on for a while, and write into the folder that is deleted
  const started = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const ended = new Promise((settle) => started.once('exit', settle));
  const kill = () => {
    if (started.pid !== undefined) process.kill(-started.pid, 'SIGKILL');
  };
  const interrupted = () => process.exit(130);
  process.once('exit', kill).once('SIGINT', interrupted);
  const close = async () => {
    process.off('exit', kill).off('SIGINT', interrupted);
    if (started.exitCode === null && started.signalCode === null) kill();
    await ended;
    rmSync(home, { recursive: true, force: true, maxRetries: 20 });
  };
  let said = '';
  const saying = new Promise((/** @type {(match: string) => void} */ settle, fail) => {
    for (const output of [started.stdout, started.stderr])
      output.on('data', (text) => {
        if (said.length < 100_000) said += text;
        const found = pattern?.exec(said)?.[1];
        if (found || !pattern) settle(found ?? '');
      });
    started.once('exit', () => fail(new Error(`${program} ended:\n${said}`)));
    started.once('error', fail);
    if (!pattern) settle('');
  });
  try {
    return { found: await inTime(saying, `The start of ${program}`), close };
  } catch (error) {
    await close();
    throw error;
  }
}
