import { build, type Plugin } from 'esbuild';
import { browserOptions } from '../../../tools/build/options.mjs';

/** A TypeScript text at the root of the project, bundled for browsers with these plugins. */
export async function bundleText(contents: string, plugins: Plugin[]): Promise<string> {
  const { outputFiles } = await build({
    ...browserOptions({ dev: true }),
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    plugins,
    minifySyntax: true,
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
