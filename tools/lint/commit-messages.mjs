// node tools/lint/commit-messages.mjs: checks the commits after the one that added this check.
// node tools/lint/commit-messages.mjs <file>: checks the message in a file, as the hook `commit-msg` does.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Commits up to the one that added this file are older than the rule. */
const firstChecked = 'tools/lint/commit-messages.mjs';
const longestSubject = 100;

/**
 * The problems of a commit message; empty if it is valid. The subject is `area: what changed`, in the imperative, with at most 100
 * characters; the body explains the reason, and is separated by an empty line.
 * @param {string} message
 */
export function problemsOf(message) {
  const [subject = '', blank = '', ...body] = message.trimEnd().split('\n');
  /** @type {string[]} */
  const problems = [];
  if (/^(Merge|Revert) /.test(subject)) return problems;
  if (!/^[a-z][a-z0-9 -]*(, [a-z][a-z0-9 -]*)*: [a-z`]/.test(subject))
    problems.push('the subject is not `area: what changed`, in lower case');
  if (subject.length > longestSubject)
    problems.push(`the subject has ${subject.length} characters; ${longestSubject} is the limit`);
  if (/[.;]$/.test(subject)) problems.push('the subject ends with a full stop');
  if (blank.trim()) problems.push('an empty line is missing between the subject and the body');
  if (body.some((line) => line.length > 200))
    problems.push('a line of the body is longer than 200 characters');
  return problems;
}

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The messages of the commits to check, oldest first; empty without a history. */
function newMessages() {
  try {
    const first = git('log', '--diff-filter=A', '--format=%H', '--', firstChecked).split('\n').at(-1);
    if (!first || git('rev-parse', '--is-shallow-repository') === 'true') return;
    return git('log', '--reverse', '--no-merges', '--format=%B%x00', `${first}..HEAD`)
      .split('\0')
      .map((message) => message.trim())
      .filter(Boolean);
  } catch {
    return; // an export without a history, or a machine without git
  }
}

/**
 * The problems of some messages, each with its subject.
 * @param {readonly string[]} messages
 */
const found = (messages) =>
  messages.flatMap((message) =>
    problemsOf(message).map((problem) => `${message.split('\n')[0]}\n  ${problem}`),
  );

/** Checks the history, prints the problems, and returns their number. */
export function checkHistory() {
  const messages = newMessages();
  if (!messages) console.log('The history is not at hand: no commit message was checked.');
  const problems = found(messages ?? []);
  for (const problem of problems) console.log(problem);
  return problems.length;
}

if (process.argv[1]?.endsWith('commit-messages.mjs')) {
  const [file] = process.argv.slice(2);
  if (file) {
    const lines = readFileSync(file, 'utf8').split('\n');
    const problems = found([lines.filter((line) => !line.startsWith('#')).join('\n')]);
    for (const problem of problems) console.error(problem);
    process.exitCode = problems.length ? 1 : 0;
  } else process.exitCode = checkHistory() ? 1 : 0;
}
