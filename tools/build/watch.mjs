import { spawn } from 'node:child_process';
import { watch as watchFolder } from 'node:fs';
import { buildApp } from './app.mjs';
import { buildEmbeds } from './embeds.mjs';
import { buildServer } from './server.mjs';

/** Milliseconds to wait for the editor to finish writing. */
const quiet = 80;

/** `npm run dev`: builds for development, starts the gateway, and repeats both on every save; the page reloads itself. */
export async function watch() {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let gateway;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let building = Promise.resolve();

  const restart = async () => {
    if (gateway) {
      const before = gateway;
      const ended = new Promise((settle) => before.once('exit', settle));
      before.kill('SIGTERM');
      await ended;
    }
    const program = ['tools/phone/with-phones.mjs', 'dist/server/main.mjs'];
    gateway = spawn(process.execPath, program, { stdio: 'inherit' });
  };
  const rebuild = async () => {
    const began = performance.now();
    try {
      await buildApp({ dev: true });
      await buildEmbeds({ dev: true });
      await buildServer(undefined, { ahead: false });
      console.log(`built in ${Math.round(performance.now() - began)} ms`);
      await restart();
    } catch (error) {
      // esbuild has reported the errors itself; in either case the next save tries again
      if (!(error instanceof Error && 'errors' in error)) console.error(error);
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      building = building.then(rebuild);
    }, quiet);
  };
  for (const folder of ['src', 'i18n', 'public']) watchFolder(folder, { recursive: true }, soon);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, () => gateway?.kill(signal));
  await rebuild();
}
