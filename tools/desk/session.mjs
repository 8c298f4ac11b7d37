import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { generate } from 'lean-qr';

// Sessions at back offices: tokens in the user's own folder, which nobody else can read.

/** @typedef {{ token: string, name: string, role: string, expiresAt: string }} DeskSession */
/** @typedef {Record<string, string | undefined>} Env */
/**
 * The terminal functions for signing in.
 * @typedef {{ base: string, env: Env, out: (text: string) => unknown, ask: import('./follow.mjs').Ask, prompt?: (question: string, hidden?: boolean) => Promise<string> }} Terminal
 */

/** @param {Env} env */
const fileIn = (env) =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'cloudphone', 'desk.json');

/** @type {(env: Env) => Record<string, DeskSession>} */
function readAll(env) {
  try {
    return JSON.parse(readFileSync(fileIn(env), 'utf8'));
  } catch {
    return {};
  }
}

/** @type {(env: Env, base: string) => DeskSession | undefined} */
export const sessionAt = (env, base) => readAll(env)[base];

/** @type {(env: Env, base: string, session: DeskSession | undefined) => void} */
function keep(env, base, session) {
  const { [base]: _before, ...others } = readAll(env);
  const file = fileIn(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify({ ...others, ...(session && { [base]: session }) }, undefined, 2), {
    mode: 0o600,
  });
  chmodSync(fresh, 0o600);
  renameSync(fresh, file);
}

/**
 * Tries the folder of sessions. An invitation counts once, so that this comes before anything is asked.
 * @param {Env} env
 */
function assertKept(env) {
  const file = fileIn(env);
  const trial = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(trial, '', { mode: 0o600 });
    rmSync(trial);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Error(
      `Your session cannot be kept in ${dirname(file)} (${code}): set XDG_CONFIG_HOME to a folder of yours`,
    );
  }
}

/** @type {(terminal: Terminal) => Required<Terminal>['prompt']} */
const promptOf = ({ prompt }) => {
  if (!prompt) throw new Error('Signing in needs a terminal to ask for the password and the code');
  return prompt;
};

/** @param {Terminal} terminal @param {DeskSession} session */
function signedIn({ env, base, out }, session) {
  keep(env, base, session);
  out(`Signed in at ${base} as ${session.name} (${session.role}), until ${session.expiresAt}.\n`);
}

/** @param {Terminal} terminal @param {string} name */
export async function signIn(terminal, name) {
  const prompt = promptOf(terminal);
  assertKept(terminal.env);
  const body = { name, password: await prompt('Password: ', true), code: await prompt('Code: ') };
  signedIn(terminal, await terminal.ask({ path: 'session', body }));
}

/** @param {Terminal} terminal @param {string} invite */
export async function follow(terminal, invite) {
  const prompt = promptOf(terminal);
  assertKept(terminal.env);
  const { name, role, key, address } = await terminal.ask({ path: 'session/invitation', body: { invite } });
  terminal.out(
    `Welcome ${name} (${role}). Add this to an app of codes, such as a password manager:\n\n${asText(address)}\n${key}\n\n`,
  );
  const password = await prompt('A password of your own, 12 characters or more: ', true);
  if ((await prompt('Again: ', true)) !== password) throw new Error('They are not the same');
  const code = await prompt('The code that the app shows: ');
  signedIn(terminal, await terminal.ask({ path: 'session/join', body: { invite, password, code } }));
}

/** @param {Terminal} terminal */
export async function signOut({ base, env, ask, out }) {
  if (sessionAt(env, base)) await ask({ path: 'session/end', body: {} }).catch(() => {});
  keep(env, base, undefined);
  out(`Signed out at ${base}.\n`);
}

/** A QR code in characters: two rows per line, light on a dark terminal. @param {string} text */
function asText(text) {
  const code = generate(text);
  let drawn = '';
  for (let y = -2; y < code.size + 2; y += 2) {
    for (let x = -2; x < code.size + 2; x++)
      drawn += ['█', '▄', '▀', ' '][(code.get(x, y) ? 2 : 0) + (code.get(x, y + 1) ? 1 : 0)];
    drawn += '\n';
  }
  return drawn;
}
