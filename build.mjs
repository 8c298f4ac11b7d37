import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { build, transform } from 'esbuild';
import { bundleBoot } from './tools/build/boot.mjs';
import { bundleApp, bundleSplit, digest } from './tools/build/bundle.mjs';
import { bundleEmbeds } from './tools/build/embed-bundle.mjs';
import { buildPackage } from './tools/build/embed-package.mjs';
import { extractCss, sheetText } from './tools/build/extract-css.mjs';
import { page } from './tools/build/html.mjs';
import { readEmbeds, readScreens } from './tools/build/manifest.mjs';
import { buildPartner } from './tools/build/partner.mjs';
import { pureRules } from './tools/build/pure-rules.mjs';
import { bundleSecure } from './tools/build/secure-bundle.mjs';
import { reportEmbeds, reportSizes } from './tools/build/sizes.mjs';
import { watch } from './tools/build/watch.mjs';

/** Chrome 69 and iOS 12.2, which esbuild must be told can destructure, and know templates without a tag (README, engines). */
const engines = {
  target: ['chrome69', 'ios12.2'],
  supported: { destructuring: true, 'template-literal': true },
};

const libraries = {
  preact: {
    react: 'preact/compat',
    'react-dom': 'preact/compat',
    'react-dom/client': 'preact/compat/client',
    'react/jsx-runtime': 'preact/jsx-runtime',
  },
  react: {
    'preact-iso/router': './src/core/navigation/router.react.tsx',
    'preact-iso/lazy': './src/core/navigation/router.react.tsx',
  },
};

/** What every bundle of ours for a browser shares. `library`: preact, or real React. */
export const shared = ({ library = 'preact', dev = false, sheet = new Map() } = {}) => ({
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  jsxImportSource: 'react',
  alias: libraries[library],
  conditions: [...(dev ? ['development'] : []), 'module'],
  define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"' },
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [pureRules, extractCss(sheet)],
});

/** What many screens need together, a file each; what two of them share goes to the core, which all of them need. */
const groups = {
  list: [
    'core/data/list.ts',
    'core/text/format.ts',
    'ui/layout/list.tsx',
    'ui/feedback/loaded.tsx',
    'ui/layout/cell.tsx',
    'ui/layout/card.tsx',
  ],
  form: [
    'core/form/form.ts',
    'ui/field/form.tsx',
    'ui/field/text-field.tsx',
    'ui/field/password-field.tsx',
    'ui/field/check-field.tsx',
    'ui/layout/card.tsx',
  ],
};

/** The screens that one lands on: what they look like is in the page's own style sheet, everything else in the late one. */
const firsts = ['src/features/devices/list.tsx', 'src/features/auth/login.tsx'];

const hashed = (name, content) => name.replace(/(\.\w+)$/, `-${digest(content)}$1`);

/** The full page: scripts split by route, one style sheet, messages by language and feature, the HTML. */
export async function buildApp({ dev = false, library = 'preact', out = 'dist/app' } = {}) {
  const dir = `${out}/a`;
  await rm(out, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  await cp('public', out, { recursive: true });

  const sheet = new Map();
  const options = { ...shared({ library, dev, sheet }), ...engines, minify: !dev };
  const bundle =
    library === 'react'
      ? await bundleSplit(options, 'src/shell/main.tsx', dir)
      : await bundleApp(options, 'src/shell/main.tsx', groups, dir);
  const { file: main, kits, lazy, files: filesOf } = bundle;
  const [client] = filesOf('src/core/http/http.ts');
  const initial = [main, client]; // what every first screen needs

  const minified = { minify: true, ...engines };
  const early = new Set(firsts.flatMap(bundle.modules));
  const soon = sheetText(sheet, (path) => early.has(path));
  const late = sheetText(sheet, (path) => !early.has(path), soon);
  const writeSheet = async (name, text) => {
    const { code } = await transform(text, { ...minified, loader: 'css' });
    await writeFile(`${dir}/${hashed(name, code)}`, code);
    return hashed(name, code);
  };
  const sheetFile = await writeSheet('app.css', `${await readFile('src/ui/global.css', 'utf8')}\n${soon}`);
  const lateSheet = await writeSheet('late.css', late);

  const messages = await writeMessages(dir);
  const screens = (await readScreens(options, true)).map((screen) => ({
    ...screen,
    unbuilt: /not-built/.test(screen.source),
    late: !firsts.includes(screen.source),
    files: filesOf(screen.source).filter((file) => !initial.includes(file)),
  }));
  const own = lazy.map((source) => filesOf(source)[0]);
  const boot = await bundleBoot({ ...engines, minify: !dev }, { own, screens, messages, lateSheet });
  const { code: polyfill } = await transform(await readFile('src/shell/start/polyfill.js', 'utf8'), minified);
  const { code: style } = await transform(await readFile('src/shell/start/skeleton.css', 'utf8'), {
    ...minified,
    loader: 'css',
  });
  const { html, csp } = await page({
    boot,
    polyfill,
    style,
    main: `/a/${main}`,
    sheet: `/a/${sheetFile}`,
    preloads: initial.map((file) => `/a/${file}`),
    config: { base: '/api', secret: '' },
  });
  await build({
    entryPoints: { sw: 'src/shell/worker.js' },
    outdir: out,
    bundle: true,
    minify: !dev,
    ...engines,
  });
  await writeFile(`${out}/index.html`, html);
  await writeFile(`${out}/csp.json`, JSON.stringify(csp));
  await compress(out);
  return { dir, html, sheet: sheetFile, lateSheet, main, kits, client, screens, messages };
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

/** What partners' pages load: the loader, and the files that it pins. */
export async function buildEmbeds({ dev = false, out = 'dist/embed' } = {}) {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const sheet = new Map();
  const options = { ...shared({ dev, sheet }), ...engines, minify: !dev };
  return bundleEmbeds(options, sheet, { engines, out, version, compress });
}

/** The gateway and its command lines, for Node; packages stay packages. Beside it, the example partner's site. */
export async function buildServer(out = 'dist/server') {
  await bundleSecure({ engines, out: `${out}/../secure` }); // what the gateway writes into its secure document
  await buildPartner({ out: `${out}/../partner` });
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
  if (what === 'watch') await watch({ buildApp, buildEmbeds, buildServer });
  else if (what === 'package') {
    const { dir, about } = await buildPackage({ features: Object.keys(await readEmbeds(shared())) });
    console.log(`${about.name} ${about.version} is in ${dir}, ready for npm pack`);
  } else {
    if (what !== 'server') {
      const dev = what === 'dev';
      const over = [...reportSizes(await buildApp({ dev })), ...reportEmbeds(await buildEmbeds({ dev }))];
      if (over.length && what !== 'dev') process.exitCode = 1;
    }
    if (what !== 'app') await buildServer();
  }
}
