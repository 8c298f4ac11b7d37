import { extractCss } from './plugins/extract-css.mjs';
import { phoneContract } from './plugins/pure-contract.mjs';
import { unwrapped } from './plugins/unwrapped.mjs';

/** @import { BuildOptions, Plugin } from 'esbuild' */
/** @import { Sheet } from './plugins/extract-css.mjs' */

/** @typedef {'preact' | 'react'} Library The library that renders the screens. */

/** Chrome 69 and iOS 12.2. esbuild has to be told that they support destructuring and untagged templates. */
export const engines = {
  target: ['chrome69', 'ios12.2'],
  supported: { destructuring: true, 'template-literal': true },
};

/** APIs that those lack, by name: replaced by `src/platform/missing.ts`. `engine-floor.mjs` finds all others that are too new. */
const missing = {
  'Object.hasOwn': 'hasOwn',
  'Object.fromEntries': 'fromEntries',
  globalThis: 'self',
};

/** @type {Record<Library, Record<string, string>>} */
const aliases = {
  preact: {
    react: 'preact/compat',
    'react-dom': 'preact/compat',
    'react-dom/client': 'preact/compat/client',
    'react/jsx-runtime': 'preact/jsx-runtime',
  },
  react: {
    '@preact/signals': '@preact/signals-react',
    'react/jsx-runtime': './src/core/signals.react.ts', // components that read signals follow them in the React build too
    'preact-iso/lazy': './src/core/navigation/lazy.react.tsx',
  },
};

/** Packages whose ES module esbuild does not find, because they declare a CommonJS entry for browsers. */
const modules = { dlv: './node_modules/dlv/dist/dlv.es.js' };

/**
 * The common options of our browser bundles. `sheet` receives the style rules found by the build.
 * @param {{ library?: Library, dev?: boolean, sheet?: Sheet }} [how]
 */
export const browserOptions = ({ library = 'preact', dev = false, sheet = new Map() } = {}) =>
  /** @satisfies {BuildOptions} */ ({
    bundle: true,
    format: /** @type {const} */ ('esm'),
    jsx: /** @type {const} */ ('automatic'),
    jsxImportSource: 'react',
    alias: /** @type {Record<string, string>} */ ({ ...aliases[library], ...modules }),
    conditions: [...(dev ? ['development'] : []), 'module'],
    define: /** @type {Record<string, string>} */ ({
      'process.env.NODE_ENV': dev ? '"development"' : '"production"',
      ...(!dev && { 'window.__PREACT_SIGNALS_DEVTOOLS__': 'false' }), // the debugging of signals is for development
      ...missing,
    }),
    inject: ['src/platform/missing.ts'],
    legalComments: /** @type {const} */ ('none'),
    logLevel: /** @type {const} */ ('warning'),
    minify: !dev,
    plugins: /** @type {Plugin[]} */ ([phoneContract, unwrapped, extractCss(sheet)]),
    ...engines,
  });

/** @typedef {ReturnType<typeof browserOptions>} BrowserOptions */
