import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { runModule } from './run-module.mjs';

/** The sources of the package's declarations, by their names in the package. */
const sources = {
  features: 'src/contract/embed/features',
  api: 'src/embed/api',
  index: 'src/embed/npm/npm',
  react: 'src/embed/npm/react',
  vue: 'src/embed/npm/vue',
  svelte: 'src/embed/npm/svelte',
  solid: 'src/embed/npm/solid',
  angular: 'src/embed/npm/angular',
  models: 'src/embed/npm/models',
  operations: 'src/embed/npm/operations',
  server: 'src/embed/npm/server',
};
/** The modules that can be imported by name: all except pure declarations. */
const entries = /** @type {const} */ (['index', 'react', 'vue', 'svelte', 'solid', 'angular', 'server']);

/** The frameworks that parts of the package are for, each optional. */
const frameworks = {
  '@angular/core': '>=16.0.0',
  react: '>=16.8.0',
  'solid-js': '>=1.6.0',
  svelte: '>=4.0.0',
  vue: '>=3.3.0',
};

/** @typedef {Record<string, { minHeight: number }>} Features */

/** @param {string} feature */
const componentOf = (feature) => feature.replace(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase());

/**
 * Writes the React components: one per feature.
 * @param {Features} features
 */
const components = (features) =>
  Object.entries(features)
    .map(
      ([feature, { minHeight }]) =>
        `export const ${componentOf(feature)} = /* @__PURE__ */ component('${feature}', ${minHeight});`,
    )
    .join('\n');

/**
 * Declarations for the templates of each framework, added to that part of the package only, so that no other part needs the framework.
 * @type {Record<string, string>}
 */
const globals = {
  vue: `
declare module 'vue' {
  interface GlobalComponents extends ElementComponents {}
  interface GlobalDirectives {
    vCloudphone: typeof vCloudphone;
  }
}
`,
  solid: `
declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements extends SolidElements {}
  }
}
`,
  svelte: `
declare module 'svelte/elements' {
  interface SvelteHTMLElements extends SvelteElements {}
}
`,
};

/** Removes references that the compiler adds: the sources import only each other. */
const options =
  '--ignoreConfig --target es2022 --module esnext --moduleResolution bundler --strict --exactOptionalPropertyTypes --skipLibCheck --declaration --emitDeclarationOnly --rootDir . --types node';

/**
 * Writes the declarations, once for modules and once for CommonJS: `src/embed/api.ts` is the public part.
 * @param {string} out
 * @param {Features} features
 */
async function writeDeclarations(out, features) {
  const folder = await mkdtemp(join(tmpdir(), 'cloudphone-types-'));
  try {
    const files = Object.values(sources).map((source) => `${source}.ts`);
    execFileSync('npx', ['--no-install', 'tsc', ...files, ...options.split(' '), '--outDir', folder]);
    for (const [name, source] of Object.entries(sources)) {
      const own = await readFile(`${folder}/${source}.d.ts`, 'utf8');
      const declared = Object.keys(features).map(
        (feature) => `export declare const ${componentOf(feature)}: EmbedComponent;`,
      );
      const text =
        name === 'react'
          ? own.replace(/^export (declare const component)\b/m, '$1') + declared.join('\n')
          : own + (globals[name] ?? '');
      /** @param {string} ending */
      const within = (ending) =>
        text
          .replace(/'\.\.\/api'/g, `'./api.${ending}'`)
          .replace(/'\.\/(models|operations)'/g, `'./$1.${ending}'`)
          .replace(/'(?:\.\.\/)+contract\/embed\/features'/g, `'./features.${ending}'`);
      await writeFile(`${out}/${name}.d.ts`, within('js'));
      await writeFile(`${out}/${name}.d.cts`, within('cjs'));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Writes the npm package that partners may use instead of the script tag to `out`, ready for `npm pack`: the function that loads our
 * script, React components, types. For bundlers and Node, as ES modules and CommonJS.
 */
export async function buildPackage({ out = 'dist/embed-package' } = {}) {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  /** @type {{ version: string }} */
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const { embedFeatures } = await runModule({}, 'src/contract/embed/features.ts');
  /** @type {Features} */
  const features = embedFeatures;
  const formats = /** @type {const} */ ([
    ['esm', 'js'],
    ['cjs', 'cjs'],
  ]);
  for (const [format, ending, name] of formats.flatMap(([format, ending]) =>
    entries.map((name) => /** @type {const} */ ([format, ending, name])),
  ))
    await build({
      ...(name === 'react'
        ? {
            stdin: {
              contents: `import { component } from './react'; ${components(features)}`,
              resolveDir: 'src/embed/npm',
            },
            outfile: `${out}/react.${ending}`,
          }
        : {
            entryPoints: { [name]: `${sources[name]}.ts` },
            outdir: out,
            outExtension: { '.js': `.${ending}` },
          }),
      // components with effects: React on a server needs the directive
      banner: name === 'react' ? { js: '"use client";' } : {},
      bundle: true,
      format,
      // Angular's linker looks for its own names in the text, and supports no older syntax
      ...(name === 'angular' ? { target: 'es2022', charset: 'utf8' } : { target: 'es2019' }),
      external: ['@angular/core', 'react', 'node:*'],
      minify: true,
      legalComments: 'none',
      logLevel: 'warning',
    });
  await build({
    entryPoints: { cli: 'src/embed/npm/cli.ts' },
    outdir: out,
    banner: { js: '#!/usr/bin/env node' },
    bundle: true,
    format: 'esm',
    target: 'node18',
    external: ['node:*'],
    legalComments: 'none',
    logLevel: 'warning',
  });
  await writeDeclarations(out, features);
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
    exports: {
      '.': both('index'),
      ...Object.fromEntries(entries.slice(1).map((name) => [`./${name}`, both(name)])),
      './custom-elements.json': './custom-elements.json',
      './package.json': './package.json',
    },
    bin: { cloudphone: './cli.js' },
    customElements: 'custom-elements.json',
    files: ['*.js', '*.cjs', '*.d.ts', '*.d.cts', 'custom-elements.json', 'CHANGELOG.md'],
    engines: { node: '>=18' },
    publishConfig: { access: 'public', provenance: true },
    peerDependencies: frameworks,
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(frameworks).map((name) => [name, { optional: true }]),
    ),
  };
  await writeFile(`${out}/package.json`, `${JSON.stringify(about, null, 2)}\n`);
  await cp('src/embed/npm/package.md', `${out}/README.md`);
  await cp('src/embed/npm/CHANGELOG.md', `${out}/CHANGELOG.md`);
  await writeFile(
    `${out}/custom-elements.json`,
    `${JSON.stringify(await manifest(Object.keys(features)), null, 2)}\n`,
  );
  return { dir: out, about };
}

/**
 * The elements in the format for editors: attributes, events, parts, and theme tokens, from `src/embed/api.ts`.
 * @param {string[]} features
 */
async function manifest(features) {
  const api = await readFile('src/embed/api.ts', 'utf8');
  /** The block of a declaration, and each of its members with the comment above it. */
  const members = (/** @type {string} */ start) => {
    const block = api.slice(api.indexOf(start)).split(/\n}\n/)[0] ?? '';
    return [...block.matchAll(/\/\*\* ([^*]*) \*\/\n {2}'?([\w-]+)'?\??: /g)].map(
      ([, description, name]) => ({
        name: String(name),
        description: String(description),
      }),
    );
  };
  const attributes = 'partner tokenEndpoint mode loading locale route'.split(' ');
  const options = members('export interface Options');
  const declarations = features.map((feature) => ({
    kind: 'class',
    customElement: true,
    name: `Cloudphone ${feature}`,
    tagName: `cloudphone-${feature}`,
    attributes: options
      .filter(({ name }) => attributes.includes(name))
      .map(({ name, description }) => ({
        name: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        fieldName: name,
        description,
        type: { text: 'string' },
      })),
    members: options.map((option) => ({ kind: 'field', ...option })),
    events: members('export interface Details').map(({ name, description }) => ({
      name: `cp-${name}`,
      description,
      type: { text: 'CustomEvent' },
    })),
    cssProperties: members('export interface Theme').map(({ name, description }) => ({
      name: `--cp-${name}`,
      description,
    })),
    cssParts: 'container header button-primary button field card list-item'
      .split(' ')
      .map((name) => ({ name })),
  }));
  return {
    schemaVersion: '1.0.0',
    modules: [{ kind: 'javascript-module', path: 'index.js', declarations }],
  };
}
