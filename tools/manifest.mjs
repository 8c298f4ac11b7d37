import { build } from 'esbuild';

/** The files that an output needs before it can run. */
export function closure(metafile, output, found = new Set()) {
  if (found.has(output)) return found;
  found.add(output);
  for (const { kind, path, external } of metafile.outputs[output].imports) {
    if (kind === 'import-statement' && !external) closure(metafile, path, found);
  }
  return found;
}

/** The output that was made of a source file. */
export const outputOf = (metafile, source) =>
  Object.keys(metafile.outputs).find((name) => metafile.outputs[name].entryPoint === source);

/**
 * Every screen with the source file it loads: the doors are run, and their `import()`s read instead of followed.
 * `all`: also what is no screen but downloaded like one.
 */
export async function readScreens(options, all = false) {
  const { outputFiles } = await build({
    ...options,
    entryPoints: ['src/shell/screens.ts'],
    splitting: false,
    minify: false,
    sourcemap: false,
    metafile: false,
    write: false,
    platform: 'node',
    plugins: [
      {
        name: 'keep-import',
        setup(esbuild) {
          esbuild.onResolve({ filter: /./ }, async ({ kind, path, resolveDir, pluginData }) => {
            if (kind !== 'dynamic-import' || pluginData) return;
            const { path: file } = await esbuild.resolve(path, { kind, resolveDir, pluginData: true });
            return { path: file, external: true };
          });
        },
      },
    ],
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  const { screens, over } = await import(`data:text/javascript;base64,${code}`);
  return [...screens, ...(all ? over : [])].map(({ path, title, also, guard, load }) => ({
    path,
    bundles: [title.split('.')[0], ...also],
    guard,
    source: /import\("([^"]+)"\)/.exec(String(load))[1].slice(process.cwd().length + 1),
  }));
}
