import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A port that was free a moment ago. */
export const freePort = () =>
  new Promise((/** @type {(port: number) => void} */ settle, fail) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? settle(address.port) : fail(new Error('No port')),
      );
    });
  });

/**
 * Starts the built gateway with demo data in a temporary folder, or in `data`, as `npm start` would; returns its address once it is
 * healthy. `stop` ends it and deletes the folder, `kill` ends it abruptly and keeps the folder.
 * @param {{ program?: string, data?: string, [variable: string]: string | number | undefined }} [options] everything else
 * goes into its environment
 */
export async function startGateway({ program = 'dist/server/main.mjs', data: kept, seeded, ...env } = {}) {
  const port = Number(env.PORT ?? (await freePort()));
  const partnerPort = await freePort();
  const data = kept ?? (await mkdtemp(join(tmpdir(), 'cloudphone-')));
  const texts = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value === undefined ? value : `${value}`]),
  );
  const gateway = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: `${port}`, PARTNER_PORT: `${partnerPort}`, DATA_DIR: data, ...texts },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  gateway.stdout.on('data', (text) => (said += text));
  gateway.stderr.on('data', (text) => (said += text));
  const ended = new Promise((settle) => gateway.once('exit', settle));
  const url = `http://127.0.0.1:${port}`;
  const partner = `http://localhost:${partnerPort}`;
  const healthy = async () => {
    for (let tries = 0; tries < 1200; tries++) {
      const answer = await fetch(`${url}/health`).catch(() => undefined);
      if (answer?.ok) return;
      if (gateway.exitCode !== null) break;
      await new Promise((rest) => setTimeout(rest, 100));
    }
    gateway.kill('SIGKILL');
    throw new Error(`The gateway did not start:\n${said}`);
  };
  await healthy();
  return {
    pid: gateway.pid,
    url,
    partner,
    data,
    said: () => said,
    async kill() {
      gateway.kill('SIGKILL');
      await ended;
    },
    async stop() {
      gateway.kill('SIGTERM');
      const code = await ended;
      await rm(data, { recursive: true, force: true });
      return code;
    },
  };
}
