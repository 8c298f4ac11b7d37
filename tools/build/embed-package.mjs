import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { runModule } from './run-module.mjs';
import { parseTypeScript, walk } from './syntax.mjs';

/** @import { Syntax } from './syntax.mjs' */

/** The sources of the modules that can be imported, by their names in the package. */
const modules = {
  index: 'src/embed/npm/npm.ts',
  react: 'src/embed/npm/react.ts',
  vue: 'src/embed/npm/vue.ts',
  svelte: 'src/embed/npm/svelte.ts',
  solid: 'src/embed/npm/solid.ts',
  angular: 'src/embed/npm/angular.ts',
  server: 'src/embed/npm/server.ts',
};
/** The same with the sources that are only declarations. */
const sources = {
  ...modules,
  features: 'src/contract/embed/features.ts',
  api: 'src/embed/api.ts',
  models: 'src/embed/npm/models.ts',
  operations: 'src/embed/npm/operations.ts',
};
const formats = /** @type {const} */ ([
  { format: 'esm', ending: 'js' },
  { format: 'cjs', ending: 'cjs' },
]);
const common = /** @type {const} */ ({ bundle: true, legalComments: 'none', logLevel: 'warning' });

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
    execFileSync('npx', [
      '--no-install',
      'tsc',
      ...Object.values(sources),
      ...options.split(' '),
      '--outDir',
      folder,
    ]);
    for (const [name, source] of Object.entries(sources)) {
      const own = await readFile(`${folder}/${source.replace(/ts$/, 'd.ts')}`, 'utf8');
      const declared = Object.keys(features).map(
        (feature) => `export declare const ${componentOf(feature)}: EmbedComponent;`,
      );
      const text =
        name === 'react'
          ? own.replace(/^export (declare const component)\b/m, '$1') + declared.join('\n')
          : own;
      // in the package, all declarations are in one folder
      for (const { ending } of formats)
        await writeFile(
          `${out}/${name}.d.${ending.replace('js', 'ts')}`,
          text.replace(/'\.{1,2}\/(?:[\w/.]+\/)?(api|features|models|operations)'/g, `'./$1.${ending}'`),
        );
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
  const { react: _, angular, ...others } = modules;
  const external = ['@angular/core', 'react', 'node:*'];
  for (const { format, ending } of formats) {
    const how = { ...common, format, target: 'es2019', external, minify: true };
    await build({ ...how, entryPoints: others, outdir: out, outExtension: { '.js': `.${ending}` } });
    await build({
      ...how,
      stdin: {
        contents: `import { component } from './react'; ${components(features)}`,
        resolveDir: 'src/embed/npm',
      },
      outfile: `${out}/react.${ending}`,
      banner: { js: '"use client";' }, // components with effects: React on a server needs the directive
    });
    // Angular's linker looks for its own names in the text, and supports no older syntax
    const linked = { entryPoints: [angular], outfile: `${out}/angular.${ending}` };
    await build({ ...how, ...linked, target: 'es2022', charset: 'utf8' });
  }
  await build({
    ...common,
    entryPoints: { cli: 'src/embed/npm/cli.ts' },
    outdir: out,
    banner: { js: '#!/usr/bin/env node' },
    format: 'esm',
    target: 'node18',
    external: ['node:*'],
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
      ...Object.fromEntries(
        Object.keys(modules).map((name) => [name === 'index' ? '.' : `./${name}`, both(name)]),
      ),
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
  /** @type {Map<string, { name: string, description: string }[]>} The documented members of each interface. */
  const members = new Map();
  walk(parseTypeScript(api), ({ type, id, body }) => {
    if (type !== 'TSInterfaceDeclaration') return;
    let before = body.start;
    const documented = body.body.flatMap((/** @type {Syntax} */ { key, start, end }) => {
      const [, description = ''] = /\/\*\* ([^*]*) \*\//.exec(api.slice(before, start)) ?? [];
      before = end;
      return description ? [{ name: key.name ?? key.value, description }] : [];
    });
    members.set(id.name, documented);
  });
  const attributes = 'partner tokenEndpoint mode loading locale route'.split(' ');
  const options = members.get('Options') ?? [];
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
    events: members.get('Details')?.map(({ name, description }) => ({
      name: `cp-${name}`,
      description,
      type: { text: 'CustomEvent' },
    })),
    cssProperties: members.get('Theme')?.map(({ name, description }) => ({
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
