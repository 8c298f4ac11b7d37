import { mkdir, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { engines } from './options.mjs';

/** Builds the script and the style sheet that the gateway inlines into the secure document, in `out`. */
export async function bundleSecure({ minify = true, out = 'dist/secure' } = {}) {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const { outputFiles } = await build({
    entryPoints: { secure: 'src/secure/main.ts', look: 'src/secure/secure.css' },
    bundle: true,
    format: 'iife',
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'warning',
    outdir: out,
    write: false,
    minify,
    ...engines,
  });
  /** @param {string} end */
  const textOf = (end) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  const [script, sheet] = [textOf('.js'), textOf('.css')];
  // They are inlined between tags, so they must not contain closing tags.
  if (/<\/|<!--/.test(script + sheet)) throw new Error('The secure document’s own files end its tags');
  await writeFile(`${out}/secure.js`, script);
  await writeFile(`${out}/secure.css`, sheet);
  return { script, sheet };
}
