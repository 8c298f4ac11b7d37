import { mkdir, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { engines } from './options.mjs';

/** The documents of ours in other people's pages. @type {readonly string[]} */
const documents = ['secure', 'watch'];

/** Builds the scripts and the style sheets that the gateway inlines into these documents, in `out`. */
export async function bundleSecure({ minify = true, out = 'dist/secure' } = {}) {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  for (const name of documents) {
    const { outputFiles } = await build({
      entryPoints: { [name]: `src/${name}/main.ts`, look: `src/${name}/${name}.css` },
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
    for (const end of ['.js', '.css']) {
      const text = outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
      // They are inlined between tags, so they must not contain closing tags.
      if (/<\/|<!--/.test(text)) throw new Error(`The own files of ${name} end its tags`);
      await writeFile(`${out}/${name}${end}`, text);
    }
  }
}
