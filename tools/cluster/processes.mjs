import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** @param {string} file */
const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // it is gone, or never existed
  }
};

/**
 * When a process started, by the kernel's clock, because process ids are reused. Undefined if it is gone.
 * @param {number} pid
 */
export function bornAt(pid) {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}

/**
 * The process ids of its descendants.
 * @param {number} pid
 * @returns {number[]}
 */
export const childrenOf = (pid) =>
  read(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .flatMap((one) => [one, ...childrenOf(one)]);

/**
 * Sends a signal, unless the process has ended in between.
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
export function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

/**
 * Waits until a condition is true; throws after `limit` milliseconds.
 * @param {string} what
 * @param {() => unknown} ready
 * @param {number} [limit]
 */
export async function until(what, ready, limit = 120_000) {
  for (const end = Date.now() + limit; ; ) {
    const is = await Promise.resolve()
      .then(ready)
      .catch(() => false);
    if (is) return;
    if (Date.now() > end) throw new Error(`${what}: not within ${limit / 1000} s`);
    await new Promise((settle) => setTimeout(settle, 200));
  }
}

/** @type {(port: number) => Promise<boolean>} */
const isFree = (port) =>
  new Promise((settle) => {
    const server = createServer().once('error', () => settle(false));
    server.listen(port, '127.0.0.1', () => server.close(() => settle(true)));
  });

/**
 * Throws if one of the ports is in use: otherwise the parts of an earlier cluster would be measured.
 * @param {number[]} ports
 */
export async function assertFree(ports) {
  const free = await Promise.all(ports.map(isFree));
  const taken = ports.filter((_, at) => !free[at]);
  if (taken.length)
    throw new Error(`another cluster runs, or was left behind: somebody listens on ${taken.join(', ')}`);
}

/**
 * Processes of a folder, by name. Their output is in `log`, and none of them is a service of the machine.
 * @param {string} folder
 * @param {{ uid?: number, gid?: number }} as whom they run as
 * @param {string} path where their programs are looked for first
 */
export function createProcesses(folder, as, path) {
  mkdirSync(join(folder, 'log'), { recursive: true });
  /** @type {Map<string, { pid: number, born: string | undefined }>} */
  const started = new Map();

  /** @param {string} name */
  const pidOf = (name) => {
    const one = started.get(name);
    return one && one.born !== undefined && bornAt(one.pid) === one.born ? one.pid : undefined;
  };

  return {
    pidOf,
    /** Processes that have ended, for whatever reason. */
    gone: () => [...started.keys()].filter((name) => pidOf(name) === undefined),
    /** Kills all running processes at once: for the end of this process, when nothing can be awaited. */
    kill() {
      for (const pid of [...started.keys()].flatMap((name) => pidOf(name) ?? []))
        for (const one of [...childrenOf(pid), pid]) send(one, 'SIGKILL');
    },
    /**
     * Starts it, unless it runs.
     * @param {string} name
     * @param {string} program
     * @param {string[]} args
     * @param {Record<string, string>} [env]
     */
    start(name, program, args, env = {}) {
      if (pidOf(name)) return;
      const log = openSync(join(folder, 'log', `${name}.log`), 'a');
      const child = spawn(program, args, {
        cwd: folder,
        detached: true,
        stdio: ['ignore', log, log],
        ...as,
        env: { PATH: `${path}:${process.env.PATH}`, LC_ALL: 'C.UTF-8', HOME: folder, ...env },
      });
      child.on('error', (error) => {
        throw error;
      });
      child.unref();
      if (child.pid) started.set(name, { pid: child.pid, born: bornAt(child.pid) });
    },
    /**
     * Stops running processes, also frozen ones, and kills those that do not end within `limit` milliseconds.
     * @param {string[]} names
     * @param {number} limit
     */
    async end(names, limit) {
      const pids = names.flatMap((name) => pidOf(name) ?? []);
      for (const pid of pids) for (const one of [pid, ...childrenOf(pid)]) send(one, 'SIGCONT');
      for (const pid of pids) send(pid, 'SIGTERM');
      const gone = () => pids.every((pid) => bornAt(pid) === undefined);
      await until('the end of processes', gone, limit).catch(() => {
        for (const pid of pids) if (bornAt(pid)) send(pid, 'SIGKILL');
      });
    },
    /** @param {string} name */
    write(name, text = '') {
      writeFileSync(join(folder, name), text, { mode: 0o644 });
      return join(folder, name);
    },
  };
}
