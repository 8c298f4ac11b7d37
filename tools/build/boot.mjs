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
 * @property {MessageFiles} landingMessages by language and the route that is landed on: all that it says, in one file
 */

/**
 * The name of the file with all messages of a route.
 * @param {string} path
 */
export const landingBundle = (path) => path.slice(path.lastIndexOf('/') + 1);

/**
 * The manifest of these screens, as `src/shell/start/manifest.ts` describes it; file numbers are the same whatever the screens.
 * @param {Made} made
 * @param {string[]} landings
 */
function makeManifest(
  { own, client, early, rest, screens, lateSheet, ...made },
  landings = screens.map(({ path }) => path),
) {
  const all = [...new Set([...own, lateSheet, ...rest, ...screens.flatMap((screen) => screen.files)])];
  /** @param {string} file */
  const at = (file) => all.indexOf(file);
  const landed = screens.filter(({ path }) => landings.includes(path));
  const coversAll = landed.length === screens.length;
  const messages = coversAll ? made.messages : made.landingMessages;
  const bundles = Object.keys(messages.en ?? {});
  const named = coversAll
    ? all
    : [...new Set([...landed.flatMap((screen) => screen.files), lateSheet, client, ...rest, ...early])];
  /** @param {Made['screens'][number]} screen */
  const route = ({ path, guard, late, bundles: needed, files }) => {
    const flags = (guard === 'anyone' ? 0 : 1) + (late ? 2 : 0);
    return [
      path,
      [
        flags,
        (coversAll ? needed : [landingBundle(path)]).map((bundle) => bundles.indexOf(bundle)),
        ...files.map(at),
      ],
    ];
  };
  return {
    base: '/a/',
    files: Object.fromEntries(named.map((file) => [at(file), file])),
    client: at(client),
    rest: rest.map(at),
    late: at(lateSheet),
    bundles,
    routes: Object.fromEntries(landed.map(route)),
    messages: /-([^-]+)\.json$/.exec(messages.en?.[bundles[0] ?? ''] ?? '')?.[1],
  };
}

/**
 * The file with the full manifest.
 * @param {Made} made
 */
export const fullManifest = (made) => JSON.stringify(makeManifest(made));

/**
 * The inline script, with the data of the landing screens; `full` is the name of the full manifest's file.
 * @param {BuildOptions} options
 * @param {Made} made
 * @param {{ landings: string[], full: string, wide: string, titles: Record<string, Record<string, string>> }} about
 * `titles` of the landings, by language and `landingBundle`; `wide`: the style sheet of wide windows
 */
export async function bundleBoot(options, made, { landings, full, wide, titles }) {
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
      MANIFEST: JSON.stringify({ ...makeManifest(made, landings), full }),
      TITLES: JSON.stringify(titles),
      WIDE: JSON.stringify(`/a/${wide}`),
    },
  });
  const code = outputFiles[0]?.text ?? '';
  return options.minify ? (await shrink(code)).code : code;
}
