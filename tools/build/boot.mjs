import { build } from 'esbuild';
import { phoneContract } from './plugins/pure-contract.mjs';
import { unwrapped } from './plugins/unwrapped.mjs';
import { shrink } from './shrink.mjs';

/** @import { BuildOptions } from 'esbuild' */
/** @import { MessageFiles } from './app.mjs' */
/** @import { LandingScreen } from './landings.mjs' */
/** @import { ScreenAbout } from './screens.mjs' */

/**
 * The content of the manifests: files within `/a/`. `own`: the first file of every lazy source, in their order. `client`: the HTTP
 * client. `early`: files that may be requested before those of the other screens are known.
 * @typedef {object} Made
 * @property {string[]} own
 * @property {string} client
 * @property {string[]} early
 * @property {string[]} rest
 * @property {(ScreenAbout & { files: string[] })[]} screens
 * @property {MessageFiles} messages
 */

/** 1 if the screen is for members only. @param {Pick<ScreenAbout, 'guard'>} screen */
const guarded = ({ guard }) => (guard === 'anyone' ? 0 : 1);

/**
 * The files by their numbers, and the numbers of those that every screen needs.
 * @param {Made} made
 */
function numbered({ own, client, early, rest, screens }) {
  const all = [...new Set([...own, ...rest, ...screens.flatMap(({ files }) => files)])];
  /** @param {string} file */
  const at = (file) => all.indexOf(file);
  /** @param {string[]} files */
  const named = (files) => Object.fromEntries(files.map((file) => [at(file), file]));
  return {
    at,
    /** The part of the manifest that the page contains too. */
    manifest: { base: '/a/', client: at(client), rest: rest.map(at) },
    all: named(all),
    first: named([client, ...early, ...rest]),
  };
}

/**
 * The file with the full manifest, as `src/shell/start/manifest.ts` describes it.
 * @param {Made} made
 */
export function fullManifest(made) {
  const { at, manifest, all } = numbered(made);
  const bundles = Object.keys(made.messages.en ?? {});
  /** @param {Made['screens'][number]} screen */
  const route = ({ path, bundles: needed, files, ...screen }) => {
    const said = ['common', ...needed].map((bundle) => bundles.indexOf(bundle));
    return [path, [guarded(screen), said, ...files.map(at)]];
  };
  const [, end] = /-([^-]+\.json)$/.exec(Object.values(made.messages.en ?? {})[0] ?? '') ?? [];
  return JSON.stringify({
    ...manifest,
    files: all,
    bundles,
    routes: Object.fromEntries(made.screens.map(route)),
    messages: end,
  });
}

/**
 * The screens that members open from outside, as the page contains them.
 * @param {LandingScreen[]} screens
 */
const landingTable = (screens) =>
  Object.fromEntries(
    screens.map(({ path, landed, ...screen }) => [
      path,
      [guarded(screen), ...landed.calls.map(({ path, input }) => [path, input])],
    ]),
  );

/**
 * The inline script. `full` is the name of the full manifest's file.
 * @param {BuildOptions} options
 * @param {Made} made
 * @param {{ full: string, wide: string, titles: Record<string, Record<string, string>>, landings: { hash: string, screens: LandingScreen[] } }} about
 * `titles` by language and name; `wide`: the style sheet of wide windows; `hash` in the names of the landings' files
 */
export async function bundleBoot(options, made, { full, wide, titles, landings }) {
  const { manifest, first } = numbered(made);
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
      MANIFEST: JSON.stringify({ ...manifest, files: first, full }),
      LANDINGS: JSON.stringify(landingTable(landings.screens)),
      LANDING_END: JSON.stringify(`${landings.hash}.js`),
      TITLES: JSON.stringify(titles),
      WIDE: JSON.stringify(`/a/${wide}`),
    },
  });
  const code = outputFiles[0]?.text ?? '';
  return options.minify ? (await shrink(code)).code : code;
}
