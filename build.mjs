import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { build, transform } from 'esbuild';
import { extractCss, sheetText } from './tools/extract-css.mjs';
import { page } from './tools/html.mjs';
import { closure, outputOf, readScreens } from './tools/manifest.mjs';
import { pureRules } from './tools/pure-rules.mjs';
import { reportSizes } from './tools/sizes.mjs';

/** Chrome 69 and iOS 12.2, which esbuild must be told can destructure (README, engines). */
export const engines = { target: ['chrome69', 'ios12.2'], supported: { destructuring: true } };

const libraries = {
  preact: {
    react: 'preact/compat',
    'react-dom': 'preact/compat',
    'react-dom/client': 'preact/compat/client',
    'react/jsx-runtime': 'preact/jsx-runtime',
  },
  react: { 'preact-iso/router': './src/core/router.react.tsx' },
};

/** What every bundle of ours for a browser or for the tests shares. `library`: preact, or real React. */
export const shared = ({ library = 'preact', dev = false, sheet = new Map() } = {}) => ({
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  jsxImportSource: 'react',
  alias: libraries[library],
  conditions: [...(library === 'react' ? ['react'] : []), ...(dev ? ['development'] : []), 'module'],
  define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"' },
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [pureRules, extractCss(sheet)],
});

const hashed = (name, content) => name.replace(/(\.\w+)$/, `-${digest(content)}$1`);
const digest = (content) => createHash('sha256').update(content).digest('hex').slice(0, 8);

/** The full page: scripts split by route, one style sheet, messages by language and feature, the HTML. */
export async function buildApp({ dev = false, library = 'preact', out = 'dist/app' } = {}) {
  const dir = `${out}/a`;
  await rm(out, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  await cp('public', out, { recursive: true });

  const sheet = new Map();
  const options = { ...shared({ library, dev, sheet }), ...engines, minify: !dev, metafile: true };
  const { metafile } = await build({
    ...options,
    entryPoints: { app: 'src/shell/main.tsx' },
    outdir: dir,
    splitting: true,
    sourcemap: 'linked',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
  });
  const name = (output) => output.slice(dir.length + 1);
  const needs = (source) => [...closure(metafile, outputOf(metafile, source))].map(name);
  const main = name(outputOf(metafile, 'src/shell/main.tsx'));
  // what every first screen needs; modulepreload fetches it in one go
  const initial = [
    ...new Set([main, ...needs('src/shell/main.tsx'), ...needs('src/core/http.ts'), ...needs('src/platform/browser.ts')]),
  ];

  const minified = { minify: true, target: engines.target };
  const { code: css } = await transform(`${await readFile('src/ui/global.css', 'utf8')}\n${sheetText(sheet)}`, {
    ...minified,
    loader: 'css',
  });
  const sheetFile = hashed('app.css', css);
  await writeFile(`${dir}/${sheetFile}`, css);

  const messages = await writeMessages(dir);
  const screens = (await readScreens(options)).map((screen) => {
    const files = needs(screen.source);
    return { ...screen, files: [files[0], ...files.slice(1)].filter((file) => !initial.includes(file)) };
  });

  const { boot, files } = await bundleBoot({ screens, messages, minify: !dev });
  const { code: polyfill } = await transform(await readFile('src/shell/polyfill.js', 'utf8'), minified);
  const { code: style } = await transform(await readFile('src/shell/skeleton.css', 'utf8'), { ...minified, loader: 'css' });
  const { html, csp } = await page({
    boot,
    polyfill,
    style,
    main: `/a/${main}`,
    sheet: `/a/${sheetFile}`,
    preloads: initial.map((file) => `/a/${file}`),
    config: { base: '/api', secret: '' },
  });
  await writeFile(`${out}/index.html`, html);
  await writeFile(`${out}/csp.json`, JSON.stringify(csp));
  await compress(out);
  return { dir, html, sheet: sheetFile, initial, screens, messages, files };
}

/** Writes `i18n/<locale>/<bundle>.json` under hashed names; answers them by language and bundle. */
async function writeMessages(dir) {
  const messages = {};
  for (const locale of await readdir('i18n')) {
    messages[locale] = {};
    for (const file of await readdir(`i18n/${locale}`)) {
      if (file === 'server.json') continue;
      const text = JSON.stringify(JSON.parse(await readFile(`i18n/${locale}/${file}`, 'utf8')));
      const name = hashed(`${locale}-${file}`, text);
      await writeFile(`${dir}/${name}`, text);
      messages[locale][file.slice(0, -'.json'.length)] = name;
    }
  }
  return messages;
}

/** The inline script with the list of files in it: src/shell/manifest.ts says how to read it. */
async function bundleBoot({ screens, messages, minify }) {
  const bundles = Object.keys(messages.en);
  const files = [...new Set([...screens.flatMap((screen) => screen.files), ...Object.values(messages).flatMap(Object.values)])];
  const at = (file) => files.indexOf(file);
  const manifest = {
    base: '/a/',
    files,
    bundles,
    routes: Object.fromEntries(
      screens.map(({ path, guard, bundle, files }) => [
        path,
        [guard === 'anyone' ? 0 : 1, bundles.indexOf(bundle), ...files.map(at)],
      ]),
    ),
    messages: Object.fromEntries(
      Object.entries(messages).map(([locale, byBundle]) => [locale, bundles.map((bundle) => at(byBundle[bundle]))]),
    ),
  };
  const { outputFiles } = await build({
    entryPoints: ['src/shell/boot.ts'],
    bundle: true,
    format: 'iife',
    minify,
    write: false,
    define: { MANIFEST: JSON.stringify(manifest) },
    ...engines,
  });
  return { boot: outputFiles[0].text, files };
}

const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);

async function compress(root) {
  for (const file of await readdir(root, { recursive: true })) {
    if (!/\.(js|css|json|svg)$/.test(file)) continue;
    const content = await readFile(`${root}/${file}`);
    await writeFile(`${root}/${file}.gz`, await gzip(content, { level: 9 }));
    await writeFile(`${root}/${file}.br`, await brotli(content));
  }
}

/** The gateway and its command lines, for Node; packages stay packages. */
export async function buildServer(out = 'dist/server') {
  await build({
    entryPoints: ['src/server/main.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    outdir: out,
    outExtension: { '.js': '.mjs' },
    sourcemap: 'linked',
    logLevel: 'warning',
  });
}

if (process.argv[1] === import.meta.filename) {
  const [what = 'all'] = process.argv.slice(2);
  if (what === 'watch') await (await import('./tools/watch.mjs')).watch();
  else {
    if (what !== 'server') {
      const over = reportSizes(await buildApp({ dev: what === 'dev' }));
      if (over.length && what !== 'dev') process.exitCode = 1;
    }
    if (what !== 'app') await buildServer();
  }
}
