import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The sources of the package's declarations, by the names that they have in it. */
const sources = {
  api: 'src/embed/api',
  index: 'src/embed/npm/npm',
  react: 'src/embed/npm/react',
};

/** What the compiler says of the sources, and nothing of ours is in: they import each other only. */
const options =
  '--ignoreConfig --target es2022 --module esnext --moduleResolution bundler --strict --exactOptionalPropertyTypes --skipLibCheck --declaration --emitDeclarationOnly --rootDir . --types node';

/**
 * Writes the declarations, once for modules and once for CommonJS: `src/embed/api.ts` is what is public.
 * @param {string} out
 */
async function writeDeclarations(out) {
  const folder = await mkdtemp(join(tmpdir(), 'cloudphone-types-'));
  try {
    const files = Object.values(sources).map((source) => `${source}.ts`);
    execFileSync('npx', ['--no-install', 'tsc', ...files, ...options.split(' '), '--outDir', folder]);
    for (const [name, source] of Object.entries(sources)) {
      const text = await readFile(`${folder}/${source}.d.ts`, 'utf8');
      await writeFile(`${out}/${name}.d.ts`, text.replaceAll("'../api'", "'./api.js'"));
      await writeFile(`${out}/${name}.d.cts`, text.replaceAll("'../api'", "'./api.cjs'"));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * The npm package that partners may use in place of the script tag, in `out`, ready for `npm pack`: what loads our script, React
 * components, types. For bundlers and Node, as ES modules and CommonJS.
 */
export async function buildPackage({ out = 'dist/embed-package' } = {}) {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  /** @type {{ version: string }} */
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  for (const [format, ending, name] of /** @type {const} */ ([
    ['esm', 'js', 'index'],
    ['cjs', 'cjs', 'index'],
    ['esm', 'js', 'react'],
    ['cjs', 'cjs', 'react'],
  ]))
    await build({
      entryPoints: { [name]: `${sources[name]}.ts` },
      // components that have effects: where React renders on a server, it has to be told
      banner: name === 'react' ? { js: '"use client";' } : {},
      outdir: out,
      outExtension: { '.js': `.${ending}` },
      bundle: true,
      format,
      target: 'es2019',
      external: ['react'],
      minify: true,
      legalComments: 'none',
      logLevel: 'warning',
    });
  await writeDeclarations(out);
  /** @param {string} name */
  const both = (name) => ({
    import: { types: `./${name}.d.ts`, default: `./${name}.js` },
    require: { types: `./${name}.d.cts`, default: `./${name}.cjs` },
  });
  const about = {
    name: '@cloudphone/embed',
    version,
    description: 'Cloudphone’s wallet, work orders, notices and more, as elements of your page',
    license: 'UNLICENSED',
    type: 'module',
    sideEffects: false,
    main: './index.cjs',
    types: './index.d.cts',
    exports: { '.': both('index'), './react': both('react'), './package.json': './package.json' },
    files: ['*.js', '*.cjs', '*.d.ts', '*.d.cts'],
    engines: { node: '>=16' },
    peerDependencies: { react: '>=16.8.0' },
    peerDependenciesMeta: { react: { optional: true } },
  };
  await writeFile(`${out}/package.json`, `${JSON.stringify(about, null, 2)}\n`);
  await cp('src/embed/npm/package.md', `${out}/README.md`);
  return { dir: out, about };
}
