import { Command, CommanderError } from 'commander';
import { commands } from './commands.mjs';
import { printable } from './printable.mjs';
import { sessionAt } from './session.mjs';
import { asCsv, asText } from './table.mjs';

// The command line of the back office: parses a command and performs it.

/** @import { Ask } from './follow.mjs' */

function usage() {
  const lines = Object.entries(commands).map(
    ([name, [takes, does]]) => `  ${`${name} ${takes}`.padEnd(50)} ${does}`,
  );
  return `npm run operator -- <command> [--json | --csv] [--yes]\n\n${lines.join('\n')}\n\nnpm run operator -- <command> --help names its options.\n`;
}

/**
 * A download as a file with its name.
 * @param {Response} answer
 */
const fileOf = async (answer) => ({
  file: {
    name: /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'file',
    text: Buffer.from(await answer.arrayBuffer()),
  },
});

/**
 * Sends requests to the gateway's back office; a refusal is thrown with its message and status.
 * @type {(base: string, token: string) => Ask}
 */
const askAt =
  (base, token) =>
  async ({ path, body, file, type }) => {
    const answer = await fetch(`${base}/operator/${path}`, {
      method: body || file ? 'POST' : 'GET',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...((body || file) && { 'content-type': file ? (type ?? '') : 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(file && { body: new Uint8Array(file) }),
    });
    const said = /json/.test(answer.headers.get('content-type') ?? '')
      ? await answer.json()
      : await fileOf(answer);
    if (answer.ok) return said;
    if (answer.status === 401)
      throw new Error('Nobody is signed in here: npm run operator -- desk sign-in <name>');
    throw Object.assign(new Error(`Refused (${answer.status}): ${said.message}`), {
      status: answer.status,
      repeat: said.repeat === true,
    });
  };

/**
 * The parsed command line: the command, its arguments and its options. `undefined` if it was already answered: by help, or by an error
 * message.
 * @param {string[]} args
 * @param {(text: string) => unknown} err
 */
function parse(args, err) {
  /** @type {{ name: string, words: string[], flags: Record<string, any> } | undefined} */
  let parsed;
  const program = new Command('operator').exitOverride().configureOutput({ writeOut: err, writeErr: err });
  /** @type {Map<string, Command>} */
  const groups = new Map();
  for (const [name, [takes, does, , more]] of Object.entries(commands)) {
    const [group = '', verb = ''] = name.split(' ');
    const parent = groups.get(group) ?? program.command(group);
    groups.set(group, parent);
    const command = parent
      .command(verb)
      .description(does)
      .exitOverride()
      .configureOutput({ writeOut: err, writeErr: err });
    const names = takes.match(/<[^>]+>|\[[^\]]+\]/g) ?? [];
    // the last argument may consist of several words without quotation marks
    for (const [at, one] of names.entries())
      command.argument(at === names.length - 1 ? `${one.slice(0, -1)}...${one.slice(-1)}` : one);
    for (const [flag, about] of Object.entries(more?.options ?? {}))
      if (flag.includes('!')) command.requiredOption(flag.replace('!', ''), about);
      else command.option(flag, about);
    command
      .option('--json', 'the answer as it came')
      .option('--csv', 'as a table for spreadsheets')
      .option('--yes', 'do it without asking')
      .option('--key <uuid>', 'of an earlier request, to be sure that it is not done twice')
      .action((/** @type {any[]} */ ...given) => {
        parsed = {
          name,
          words: given
            .slice(0, names.length)
            .flat()
            .filter((word) => word !== undefined),
          flags: command.opts(),
        };
      });
  }
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  }
  return parsed;
}

/**
 * The address of the back office: OPERATOR_URL, or the listener of this machine's gateway.
 * @param {Record<string, string | undefined>} env
 */
function deskAt(env) {
  const listen = env.OPERATOR_LISTEN || (env.NODE_ENV === 'production' ? '127.0.0.1:8082' : '');
  const own = listen.replace(/^(0\.0\.0\.0|\[::\])?:/, 'localhost:') || `localhost:${env.PORT ?? 8080}`;
  return (env.OPERATOR_URL || `http://${own}`).replace(/\/+$/, '');
}

/**
 * Performs a command line and returns the exit code: 2 for an invalid command, 1 for a refusal or a failed check. Calls the back office
 * of the running gateway (`deskAt`) as the signed-in person, or with OPERATOR_TOKEN. `agree` asks for a confirmation; without it,
 * commands that need one require `--yes`. `prompt` asks for input, also hidden.
 * @param {string[]} args
 * @param {{ env: Record<string, string | undefined>, out: (text: string) => unknown, err: (text: string) => unknown, agree?: (question: string) => Promise<boolean>, prompt?: (question: string, hidden?: boolean) => Promise<string> }} io
 * @returns {Promise<number | undefined>}
 */
export async function operate(args, { env, out, err, agree, prompt }) {
  const base = deskAt(env);
  try {
    if (
      !args.length ||
      args[0] === 'help' ||
      !Object.keys(commands).some((name) => name.split(' ')[0] === args[0])
    ) {
      err(
        args.length && args[0] !== 'help'
          ? `There is no command ${printable(args[0] ?? '')}.\n\n${usage()}`
          : usage(),
      );
      return 2;
    }
    const given = parse(args, err);
    if (!given) return args.includes('--help') ? 0 : 2;
    const { name, words, flags } = given;
    const [, , make, { line, sure } = {}] = commands[name] ?? [];
    if (!make) return 2;
    /** @param {string} what */
    const agreed = async (what) => {
      if (flags.yes || (await agree?.(`${what} Go on? (y/N) `))) return true;
      err(`${what} Nothing was done${agree ? '' : '; say --yes to do it'}.\n`);
      return false;
    };
    const question = sure?.(words, flags);
    if (question && !(await agreed(question))) return 1;
    const made = make(words, flags);
    const ask = askAt(base, sessionAt(env, base)?.token ?? env.OPERATOR_TOKEN ?? 'dev-operator-token');
    if ('run' in made) {
      await made.run(ask, { base, env, out, ask, ...(prompt && { prompt }) });
      return 0;
    }
    const said = await ask(made).catch(async (error) => {
      if (!error.repeat || !made.body) throw error;
      return (await agreed(`${error.message.replace(/^Refused \(\d+\): /, '')}.`))
        ? ask({ ...made, body: { ...made.body, again: true } })
        : undefined;
    });
    if (said === undefined) return 1;
    const [group = ''] = name.split(' ');
    out(
      flags.json
        ? `${JSON.stringify(said, undefined, 2)}\n`
        : flags.csv
          ? asCsv(group, said)
          : asText(group, said, line),
    );
    return said.inOrder === false ? 1 : 0;
  } catch (error) {
    const { cause, message } = /** @type {Error & { cause?: { code?: string } }} */ (error);
    err(`${cause?.code ? `No gateway at ${base} (${cause.code})` : printable(message)}\n`);
    return 1;
  }
}
