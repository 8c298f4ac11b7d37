import { buildApp } from './tools/build/app.mjs';
import { buildPackage } from './tools/build/embed-package.mjs';
import { buildEmbeds } from './tools/build/embeds.mjs';
import { writeInventory } from './tools/build/inventory.mjs';
import { buildMiniProgram } from './tools/build/mini-program.mjs';
import { writePhases } from './tools/build/phases.mjs';
import { buildServer, compileAhead } from './tools/build/server.mjs';
import { reportEmbeds, reportSizes } from './tools/build/sizes.mjs';
import { watch } from './tools/build/watch.mjs';
import { buildDocs } from './tools/docs/build.mjs';

/** Builds the app and the embeds and prints what they weigh. */
async function buildPages({ dev = false } = {}) {
  const how = { dev, release: !dev };
  const over = [...reportSizes(await buildApp(how)), ...reportEmbeds(await buildEmbeds(how))];
  if (over.length && !dev) process.exitCode = 1;
  if (!dev) writePhases();
}

/** `node build.mjs [what]` @type {Record<string, () => Promise<unknown>>} */
const commands = {
  async all() {
    await buildPages();
    await buildServer();
    await writeInventory('dist', { release: true });
    await buildMiniProgram();
    await buildDocs();
  },
  /** Before `npm start`: the same files, at once and compressed fast. The gateway serves nothing else. */
  async start() {
    const began = performance.now();
    const server = buildServer(undefined, { ahead: false });
    await Promise.all([buildApp().then(() => writeInventory()), buildEmbeds(), server, buildDocs()]);
    await compileAhead();
    console.log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  },
  app: () => buildPages(),
  server: () => buildServer(),
  'mini-program': () => buildMiniProgram(),
  async dev() {
    await buildPages({ dev: true });
    await buildServer();
  },
  watch,
  async package() {
    const { dir, about } = await buildPackage();
    console.log(`${about.name} ${about.version} is in ${dir}, ready for npm pack`);
  },
};

const command = commands[process.argv[2] ?? 'all'];
if (!command) throw new Error(`node build.mjs [${Object.keys(commands).join(' | ')}]`);
await command();
