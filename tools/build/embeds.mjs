import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build, transform } from 'esbuild';
import { bundleApp } from './bundle.mjs';
import { sheetText } from './extract-css.mjs';
import { readEmbeds } from './manifest.mjs';
import { shrink } from './shrink.mjs';
import { kept, says } from './words.mjs';

/** What a file is called is the hash that the loader demands of it. */
const named = (content) => createHash('sha256').update(content).digest('base64url');
const integrity = (content, algorithm = 'sha384') =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

/** Where an embed has something smaller of our own in place of a library (`src/embed/small`). */
const alias = {
  '@preact/signals-core': './src/embed/small/signals.ts',
  'blueimp-md5': './src/embed/small/md5.ts',
  'preact-iso/router': './src/embed/small/router.ts',
  react: './src/embed/small/react.ts',
  'react-dom/client': './src/embed/small/react.ts',
  'react/jsx-runtime': 'preact/jsx-runtime',
  rosetta: './src/embed/small/rosetta.ts',
};

const isDoor = /features\/[\w-]+\/screens\.ts$/;

/**
 * esbuild plugin: what is otherwise in an embed. A door is where links lead: what there is to know of its own screens, the feature's file
 * says; a declared call that nobody sends is left out; pulling is the page's.
 */
const guest = {
  name: 'guest',
  setup(esbuild) {
    const change = (filter, into) =>
      esbuild.onLoad({ filter, namespace: 'file' }, async ({ path }) => ({
        contents: into(await readFile(path, 'utf8')),
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      }));
    change(/ui\/display\/icon\.tsx$/, (icons) =>
      icons.replace(/^ {2}(devices|accounts|dynamic|logs|mine):\s+'[^']+',\n/gm, ''),
    );
    change(isDoor, (door) => door.replace(/screen\(('[^']+'), \{[\s\S]*?\n\s*\}\)/g, '{ path: $1 }'));
    change(/contract\/[\w-]+\.ts$/, (calls) => calls.replace(/= (call|added)</g, '= /* @__PURE__ */ $1<'));
    esbuild.onResolve({ filter: /\/pull$/ }, () => ({
      path: resolve('src/embed/small/pull.tsx'),
    }));
  },
};

/** In the runtime although it does not need them itself: nearly every screen does. */
const also = ['src/ui/feedback/trouble.tsx'];
/** What many screens need together. A list is in every screen that shows one: of its own file, it would be half as much again. */
const groups = {
  form: [
    'core/form/form.ts',
    'ui/field/form.tsx',
    'ui/field/text-field.tsx',
    'ui/field/password-field.tsx',
    'ui/field/check-field.tsx',
  ],
};

const readAll = async (files) =>
  (await Promise.all([...files].map((file) => readFile(file, 'utf8')))).join('\n');

const block = (css, selector) => {
  const found = new RegExp(`${selector}\\s*\\{([^}]*)\\}`).exec(css);
  if (!found) throw new Error(`global.css has no ${selector}`);
  return found[1];
};

/** The partner's tokens in place of ours, wherever they say anything. */
const tokens = {
  paper: 'color-bg',
  card: 'color-surface',
  ink: 'color-text',
  quiet: 'color-text-muted',
  line: 'color-border',
  soft: 'color-surface',
  accent: 'color-primary',
  on: 'color-on-primary',
  lit: 'color-success',
  bad: 'color-danger',
  warn: 'color-warning',
  shade: 'shadow',
};
const theirs = (css) =>
  css.replace(/--cp-([\w-]+): ([^;]+);/g, (all, name, value) =>
    tokens[name] ? `--cp-${name}: var(--cp-${tokens[name]}, ${value});` : all,
  );
/** Rounded as the partner says. */
const rounded = (css) =>
  css
    .replace(/border-radius:\s*14px;/g, 'border-radius: var(--cp-radius, 14px);')
    .replace(/border-radius:\s*12px;/g, 'border-radius: var(--cp-radius-control, 12px);');

/** The page's style sheet as an embed has it: nothing on the document, light or dark by an attribute, the partner's tokens. */
async function baseSheet() {
  const global = await readFile('src/ui/global.css', 'utf8');
  const [first, last] = (await readFile('src/embed/runtime/embed.css', 'utf8')).split('/* ---- */');
  const light = block(global, '\\[data-scheme="light"\\]');
  const dark = block(global, ':host\\(\\[data-scheme="dark"\\]\\)');
  const rest = global
    .slice(global.indexOf(':root,\n:host,\n[data-scheme] {'))
    .replace(/:root,\n:host \{[^}]*\}\n:host \{[^}]*\}/, '') // what a document is, `.cp` is here
    .replace(/:root,\n/g, '');
  return [
    first,
    `[data-scheme="light"]{${theirs(light)}} [data-scheme="dark"]{${theirs(dark)}}`,
    // what is dark in either scheme is ours
    `.cp [data-scheme]{${Object.values(tokens)
      .map((name) => `--cp-${name}:initial;`)
      .join('')}}`,
    rest,
    last,
  ].join('\n');
}

/**
 * Everything that partners load, in `out`: the loader under its version and its channel, and files named by their hash. What
 * names a file pins it: the loader names the runtime and each feature's first file, which names the feature's others.
 */
export async function bundleEmbeds(options, sheet, { engines, out, version, compress }) {
  await rm(out, { recursive: true, force: true });
  await mkdir(`${out}/c`, { recursive: true });
  const write = async (type, content, pinned = type === 'js') => {
    const name = `${named(content).slice(0, pinned ? undefined : 12)}.${type}`;
    await writeFile(`${out}/c/${name}`, content);
    return name;
  };
  const inside = {
    ...options,
    alias,
    plugins: [...options.plugins, guest],
  };

  const all = await readEmbeds(options);
  const built = Object.entries(all).flatMap(([name, { screens, minHeight }]) => {
    const ready = screens.filter(({ source }) => !/not-built/.test(source));
    return ready[0] === screens[0] ? [[name, { screens: ready, minHeight }]] : [];
  });
  const extras = {
    dialogs: 'src/ui/feedback/dialog.tsx',
    secure: 'src/embed/runtime/secure.ts',
    shrink: 'src/platform/shrink.ts',
  };
  const theme = 'src/embed/runtime/theme.ts';
  const bridge = 'src/embed/frame/bridge.ts';
  const lazy = [
    bridge,
    theme,
    ...new Set(built.flatMap(([, { screens }]) => screens.map(({ source }) => source))),
    ...Object.values(extras),
  ];

  const smaller = async (code) => (options.minify ? (await shrink(code)).code : code.trim());
  const css = async (text) =>
    (await transform(text, { minify: true, ...engines, loader: 'css' })).code.trim();
  const base = await baseSheet();
  let common = '';
  const [texts, sources] = [{}, {}];
  const bundle = await bundleApp(inside, 'src/embed/runtime/runtime.tsx', groups, out, {
    also,
    lazy,
    apart: [shared, 'src/core/text/format.ts'],
    async write(name, code, modules) {
      const all = rounded(sheetText(sheet, (path) => path === shared || modules.includes(path), common));
      const own = all
        .split('\n')
        .filter((rule) => used(code, rule))
        .join('\n');
      if (name === 'app') common = own;
      const looks = await css(name === 'app' ? `${base}\n${own}` : own);
      const text = `${await smaller(code)}const $css=${JSON.stringify(looks)};export{$css as css};`;
      texts[name] = text;
      sources[name] = modules.filter((module) => module.startsWith('src/') && !isDoor.test(module));
      return write('js', text);
    },
  });

  const messages = { en: {}, zh: {} };
  const wordFiles = { en: {}, zh: {} };
  for (const [locale, tables] of Object.entries(messages))
    for (const name of new Set([
      'common',
      ...built.flatMap(([, { screens }]) => screens.flatMap(({ bundles }) => bundles)),
    ])) {
      tables[name] = JSON.parse(await readFile(`i18n/${locale}/${name}.json`, 'utf8'));
      wordFiles[locale][name] = await write('json', JSON.stringify(tables[name]));
    }
  const extraFiles = Object.fromEntries(
    Object.entries(extras).map(([extra, source]) => [extra, bundle.files[source].file]),
  );
  const features = {};
  for (const [name, { screens, minHeight }] of built) {
    const [{ source, title }, ...others] = screens;
    const { needs } = bundle.files[source];
    const bundles = ['common', ...new Set(screens.flatMap((screen) => screen.bundles))];
    const later = {
      screens: Object.fromEntries(
        others.map(({ path, source, bundles }) => {
          const { needs, file } = bundle.files[source];
          return [path, { files: [...needs, file], bundles }];
        }),
      ),
      messages: Object.fromEntries(
        Object.entries(wordFiles).map(([locale, files]) => [
          locale,
          Object.fromEntries(bundles.map((one) => [one, files[one]])),
        ]),
      ),
      extras: extraFiles,
    };
    const heard = ['app', source, ...Object.values(extras)].flatMap((one) => sources[one]);
    const said = says(`${await readAll(new Set(heard))} '${title}'`);
    const words = Object.entries(messages).map(([locale, tables]) => [
      locale,
      JSON.stringify(kept(tables, said)),
    ]);
    const about = {
      screens: Object.fromEntries(
        screens.map(({ path, title, guard, needs }) => [path, { title, guard, needs }]),
      ),
      words: named(JSON.stringify(words)).slice(0, 8),
      theme: bundle.files[theme].file,
      later: await write('json', JSON.stringify(later), true),
    };
    const file = await write(
      'js',
      `${texts[source]}const $about=${JSON.stringify(about)};export{$about as about};`,
    );
    for (const [locale, text] of words) await writeFile(`${out}/c/${file.slice(0, 12)}-${locale}.json`, text);
    features[name] = { file, minHeight, needs };
  }

  const table = { version, runtime: bundle.file, bridge: bundle.files[bridge].file, features };
  const { outputFiles } = await build({
    ...inside,
    entryPoints: ['src/embed/loader/loader.ts'],
    outdir: out,
    write: false,
    charset: 'utf8',
    define: { ...inside.define, EMBEDS: JSON.stringify(table) },
  });
  const loader = await smaller(outputFiles[0].text);
  for (const folder of ['v1', version]) {
    await mkdir(`${out}/${folder}`, { recursive: true });
    await writeFile(`${out}/${folder}/embed.js`, loader);
  }
  const beside = await build({
    ...inside,
    alias: {},
    entryPoints: ['src/embed/runtime/html.ts'],
    outdir: out,
    write: false,
  });
  const html = await smaller(beside.outputFiles[0].text);
  for (const folder of ['v1', version]) await writeFile(`${out}/${folder}/html.js`, html);
  const child = await build({
    ...inside,
    entryPoints: ['src/embed/frame/child.ts'],
    outdir: out,
    write: false,
    define: { ...inside.define, VERSION: JSON.stringify(version) },
  });
  const childCode = await smaller(child.outputFiles[0].text);
  const frame = await write('js', childCode);
  await writeFile(
    `${out}/frame.json`,
    `${JSON.stringify({ script: `/c/${frame}`, integrity: integrity(childCode, 'sha256') })}\n`,
  );

  const sri = {
    version,
    files: { [`/${version}/embed.js`]: integrity(loader), [`/${version}/html.js`]: integrity(html) },
  };
  await writeFile(`${out}/sri.json`, `${JSON.stringify(sri, null, 2)}\n`);
  await compress(out);
  return { dir: out, table, locales: Object.keys(messages), child: frame };
}

/** Class names that are in every file that uses one, so that a file has the rules of those and no others. */
const shared = 'src/ui/styles.ts';
/** Whether the code names the class that a rule is for. */
const used = (code, rule) => {
  const [, name] = /^\.(_\w+)/.exec(rule) ?? [];
  return !name || new RegExp(`["' ]${name}["' ]`).test(code);
};
