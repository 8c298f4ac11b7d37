import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** The longest path of a unix socket, in bytes, with room for the end of the name of a stale one. */
const longest = 90;

/**
 * Claims a directory for this process and gives the function that lets go of it. PGlite lets two processes write to one
 * directory, and loses rows. A listening socket dies with its process, so a crash leaves no claim behind.
 */
export async function lock(directory: string): Promise<() => void> {
  const at = socketOf(directory);
  const busy = () => new Error(`${directory} is in use by another process`);
  const first = await listen(at);
  if (first) return () => first.close();
  if (await answers(at)) throw busy();
  // Nobody answers. Taken aside before it is removed: in the meantime another process may have put its own here.
  const aside = `${at}.${process.pid}`;
  fs.renameSync(at, aside);
  if (await answers(aside)) {
    fs.renameSync(aside, at);
    throw busy();
  }
  fs.rmSync(aside, { force: true });
  const second = await listen(at);
  if (!second) throw busy();
  return () => second.close();
}

function socketOf(directory: string): string {
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\cloudphone-${hash}`;
  const beside = `${directory}.lock`;
  return Buffer.byteLength(beside) <= longest ? beside : path.join(os.tmpdir(), `cloudphone-${hash}.lock`);
}

const listen = (at: string) =>
  new Promise<net.Server | undefined>((resolve, reject) => {
    const server = net.createServer((connection) => connection.end());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(at, () => resolve(server.unref()));
  });

const answers = (at: string) =>
  new Promise<boolean>((resolve) => {
    const connection = net.connect(at);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
