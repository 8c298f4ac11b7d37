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

/** What a module says that knows screens by their doors: it is run, and `import()`s are kept instead of followed. */
async function run(options, entry) {
  const { outputFiles } = await build({
    ...options,
    entryPoints: [entry],
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
  return import(`data:text/javascript;base64,${code}`);
}

const about = ({ path, title, also, guard, needs, load }) => ({
  path,
  title,
  bundles: [title.split('.')[0], ...also],
  guard,
  needs,
  source: /import\("([^"]+)"\)/.exec(String(load))[1].slice(process.cwd().length + 1),
});

/** Every screen with the source file it loads. `all`: also what is no screen but downloaded like one. */
export async function readScreens(options, all = false) {
  const { screens, over } = await run(options, 'src/shell/navigation/screens.ts');
  return [...screens, ...(all ? over : [])].map(about);
}

/** What can be embedded, by name, with its screens. */
export async function readEmbeds(options) {
  const { embeds } = await run(options, 'src/embed/features.ts');
  return Object.fromEntries(
    Object.entries(embeds).map(([name, embed]) => [name, { ...embed, screens: embed.screens.map(about) }]),
  );
}
