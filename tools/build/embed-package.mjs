import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

/** What is public of the terms of embeds: the rest is between the loader and the runtime. */
const ours = '/** What is known about an error. */';
/** A declaration file without its imports. */
const body = (text) => text.replace(/^import .*\n/gm, '').replace(/^export \{\};\n/gm, '');

const everywhere = (features) => `
/** An embed in a page: options are properties, and those that are plain text are attributes too. */
export interface EmbedElement extends HTMLElement, Omit<Handle, 'id'>, Omit<Options, 'nonce'> {}
declare global {
    interface Window {
        CloudPhone?: CloudPhone;
    }
    interface HTMLElementTagNameMap {
${features.map((name) => `        'cloudphone-${name}': EmbedElement;`).join('\n')}
    }
    interface GlobalEventHandlersEventMap extends EmbedEvents {}
}
export type EmbedEvents = {
    [Name in EventName as \`cp-\${Name}\`]: CustomEvent<Details[Name]>;
};
`;

const elements = (features) => `
export interface EmbedAttributes extends React.HTMLAttributes<EmbedElement> {
    ref?: React.Ref<EmbedElement> | undefined;
    class?: string | undefined;
    partner?: string | undefined;
    'token-endpoint'?: string | undefined;
    mode?: Options['mode'];
    loading?: Options['loading'];
    locale?: string | undefined;
    route?: string | undefined;
}
interface EmbedElements {
${features.map((name) => `    'cloudphone-${name}': EmbedAttributes;`).join('\n')}
}
declare module 'react' {
    namespace JSX {
        interface IntrinsicElements extends EmbedElements {}
    }
}
declare global {
    namespace JSX {
        interface IntrinsicElements extends EmbedElements {}
    }
}
`;

/** The declarations of the package, from those of its sources. `features`: the names of elements. */
async function declarations(features) {
  const folder = await mkdtemp(join(tmpdir(), 'cloudphone-types-'));
  const options =
    '--ignoreConfig --target es2022 --module esnext --moduleResolution bundler --strict --exactOptionalPropertyTypes --skipLibCheck --declaration --emitDeclarationOnly --rootDir . --types node';
  const sources = ['src/embed/npm/npm.ts', 'src/embed/npm/react.ts'];
  execFileSync('npx', ['--no-install', 'tsc', ...sources, ...options.split(' '), '--outDir', folder]);
  const read = (name) => readFile(`${folder}/src/embed/${name}.d.ts`, 'utf8');
  const [terms, npm, react] = await Promise.all(['protocol', 'npm/npm', 'npm/react'].map(read));
  await rm(folder, { recursive: true });
  const names = features.map((name) => `'${name}'`).join(' | ');
  const known = terms
    .slice(0, terms.indexOf(ours))
    .replace('Feature = EmbedFeature', `Feature = ${names}`)
    .replace(/\btype Listener</, 'export type Listener<');
  if (!terms.includes(ours) || !known.includes(names)) throw new Error('protocol.ts has changed its outline');
  return {
    index: `${body(known)}${body(npm)}${everywhere(features)}`,
    react: `import * as React from 'react';
import type { EmbedElement, Handle, Options } from './index.js';
${body(react)}${elements(features)}`,
  };
}

/**
 * The npm package that partners may use in place of the script tag, in `out`, ready for `npm pack`: what loads our script, React
 * components, types. For bundlers and Node, as ES modules and CommonJS.
 */
export async function buildPackage({ out = 'dist/embed-package', features } = {}) {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  for (const [format, ending] of [
    ['esm', 'js'],
    ['cjs', 'cjs'],
  ])
    await build({
      entryPoints: { index: 'src/embed/npm/npm.ts', react: 'src/embed/npm/react.ts' },
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
  for (const [name, text] of Object.entries(await declarations(features))) {
    await writeFile(`${out}/${name}.d.ts`, text);
    await writeFile(`${out}/${name}.d.cts`, text.replace("'./index.js'", "'./index.cjs'"));
  }
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
