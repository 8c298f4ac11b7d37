import { build } from 'esbuild';
import { phoneContract } from './plugins/pure-contract.mjs';
import { unwrapped } from './plugins/unwrapped.mjs';
import { shrink } from './shrink.mjs';

/** @import { BuildOptions } from 'esbuild' */
/** @import { MessageFiles } from './app.mjs' */
/** @import { ScreenAbout } from './screens.mjs' */

/**
 * The content of the manifests: files within `/a/`. `own`: the first file of every lazy source, in their order. `client`: the HTTP
 * client. `early`: files that may be requested before those of the other screens are known.
 * @typedef {object} Made
 * @property {string[]} own
 * @property {string} client
 * @property {string[]} early
 * @property {string[]} rest
 * @property {(ScreenAbout & { late: boolean, files: string[] })[]} screens
 * @property {MessageFiles} messages
 * @property {string} lateSheet
 * @property {string[]} landed routes that members open from outside
 * @property {MessageFiles} landingMessages by language and `landingBundle`: all messages of a route, in one file
 */

/**
 * The name of the file with all messages of a route.
 * @param {string} path
 */
export const landingBundle = (path) => path.slice(path.lastIndexOf('/') + 1);

/**
 * The manifest of these screens, as `src/shell/start/manifest.ts` describes it; file numbers are the same whatever the screens.
 * @param {Made} made
 * @param {string[]} firstScreens
 */
function makeManifest(
  { own, client, early, rest, screens, lateSheet, ...made },
  firstScreens = screens.map(({ path }) => path),
) {
  const all = [...new Set([...own, lateSheet, ...rest, ...screens.flatMap((screen) => screen.files)])];
  /** @param {string} file */
  const at = (file) => all.indexOf(file);
  const landed = screens.filter(({ path }) => firstScreens.includes(path));
  const coversAll = landed.length === screens.length;
  const bundles = coversAll ? Object.keys(made.messages.en ?? {}) : [];
  const named = coversAll
    ? all
    : [...new Set([...landed.flatMap((screen) => screen.files), lateSheet, client, ...rest, ...early])];
  /** @param {Made['screens'][number]} screen */
  const route = ({ path, guard, late, bundles: needed, files }) => {
    const hasWords = made.landed.includes(path);
    const flags = (guard === 'anyone' ? 0 : 1) + (late ? 2 : 0) + (hasWords ? 4 : 0);
    const said = hasWords ? [] : ['common', ...needed];
    return [path, [flags, said.map((bundle) => bundles.indexOf(bundle)), ...files.map(at)]];
  };
  /** The hash in the names of files. @param {MessageFiles} messages */
  const hashOf = ({ en = {} }) => /-([^-]+)\.json$/.exec(Object.values(en)[0] ?? '')?.[1];
  return {
    base: '/a/',
    files: Object.fromEntries(named.map((file) => [at(file), file])),
    client: at(client),
    rest: rest.map(at),
    late: at(lateSheet),
    bundles,
    routes: Object.fromEntries(landed.map(route)),
    calls: Object.fromEntries(
      landed.flatMap(({ path, first }) => (first ? [[path, [first.call, JSON.stringify(first.input)]]] : [])),
    ),
    ...(coversAll && { messages: hashOf(made.messages) }),
    words: hashOf(made.landingMessages),
  };
}

/**
 * The file with the full manifest.
 * @param {Made} made
 */
export const fullManifest = (made) => JSON.stringify(makeManifest(made));

/**
 * The titles of these screens only, by language and `landingBundle`.
 * @param {Record<string, Record<string, string>>} titles
 * @param {string[]} paths
 */
const titlesOf = (titles, paths) =>
  Object.fromEntries(
    Object.entries(titles).map(([locale, all]) => [
      locale,
      Object.fromEntries(paths.map((path) => [landingBundle(path), all[landingBundle(path)]])),
    ]),
  );

/**
 * The inline script, with the data of the landing screens; `full` is the name of the full manifest's file.
 * @param {BuildOptions} options
 * @param {Made} made
 * @param {{ firstScreens: string[], full: string, wide: string, titles: Record<string, Record<string, string>> }} about
 * `titles` of the landings, by language and `landingBundle`; `wide`: the style sheet of wide windows
 */
export async function bundleBoot(options, made, { firstScreens, full, wide, titles }) {
  const { outputFiles } = await build({
    ...options,
    entryPoints: ['src/shell/start/boot.ts'],
    plugins: [phoneContract, unwrapped],
    bundle: true,
    format: 'iife',
    charset: 'utf8', // as the page is
    write: false,
    tsconfigRaw: { compilerOptions: { alwaysStrict: false } }, // saves two properties in every page
    define: {
      MANIFEST: JSON.stringify({ ...makeManifest(made, firstScreens), full }),
      TITLES: JSON.stringify(titlesOf(titles, firstScreens)),
      WIDE: JSON.stringify(`/a/${wide}`),
    },
  });
  const code = outputFiles[0]?.text ?? '';
  return options.minify ? (await shrink(code)).code : code;
}
