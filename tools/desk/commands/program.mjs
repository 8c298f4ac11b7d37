import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Commands that need the database itself and are programs of their own. They run on the server, with the settings of the gateway: everybody
// who can read those may do anything to the database anyway.

/**
 * @param {string} name of the file in dist/server
 * @returns {(...args: string[]) => import('./request.mjs').Request}
 */
export const program =
  (name) =>
  (...args) => ({
    run: (_, { env, out }) =>
      new Promise((settle, fail) => {
        const file = fileURLToPath(new URL(`../../../dist/server/${name}.mjs`, import.meta.url));
        const started = spawn(process.execPath, [file, ...args], {
          env: /** @type {NodeJS.ProcessEnv} */ (env),
        });
        let said = '';
        started.stdout.setEncoding('utf8').on('data', out);
        started.stderr.setEncoding('utf8').on('data', (text) => (said += text));
        started.once('error', fail);
        started.once('close', (code) => (code ? fail(new Error(said.trim())) : settle()));
      }),
  });
