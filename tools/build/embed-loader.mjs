import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { writeMistakes } from './embed-mistakes.mjs';
import { wordsOf } from './embed-words.mjs';

/** @import { BrowserOptions } from './options.mjs' */

/**
 * A feature in the loader: its file, the files that come before it, its initial height in pixels.
 * @typedef {{ file: string, minHeight: number, needs: string[] }} FeatureFile
 */
/** @typedef {(type: 'js' | 'json', content: string, pinned?: boolean) => Promise<string>} Write Answers the name of the file. */

/** Features whose files the loader itself names, so that it needs no request to find them. */
const frequent = ['wallet', 'work-orders', 'notices'];

/** @param {string} content */
const integrity = (content, algorithm = 'sha384') =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

/**
 * Writes the loader under its version and its channel, the script of a frame, and the data for the gateway about both. Returns the name
 * of the frame's script. `runtime`, `bridge` and `advice` are names of files.
 * @param {object} about
 * @param {string} about.out
 * @param {string} about.version
 * @param {BrowserOptions} about.options
 * @param {(code: string) => Promise<string>} about.smaller
 * @param {Write} about.write
 * @param {Record<string, FeatureFile>} about.features
 * @param {string} about.runtime
 * @param {string} about.bridge
 * @param {string} about.advice
 * @param {string[]} about.locales
 */
export async function writeLoader({
  out,
  version,
  options,
  smaller,
  write,
  features,
  runtime,
  bridge,
  advice,
  locales,
}) {
  const filesOf = Object.entries(features).map(([name, { file, needs }]) => [name, [...needs, file]]);
  /** @type {(which: (name: string) => boolean) => Record<string, string[]>} */
  const those = (which) => Object.fromEntries(filesOf.filter(([name]) => which(String(name))));
  const others = {
    ...those((name) => !frequent.includes(name)),
    bridge: [bridge],
    advice: [advice],
  };
  const known = {
    version,
    runtime,
    heights: Object.fromEntries(Object.entries(features).map(([name, { minHeight }]) => [name, minHeight])),
    files: { ...those((name) => frequent.includes(name)), bridge: others.bridge },
    others: await write('json', JSON.stringify(others), true),
  };
  /** @type {(entry: string, own?: Partial<BrowserOptions>) => Promise<string>} */
  const one = async (entry, own) => {
    const { outputFiles } = await build({ ...options, ...own, entryPoints: [entry], write: false });
    return smaller(outputFiles[0]?.text ?? '');
  };
  const loader = await one('src/embed/loader/loader.ts', {
    define: { ...options.define, EMBEDS: JSON.stringify(known) },
  });
  const html = await one('src/embed/runtime/html.ts');
  const child = await one('src/embed/frame/child.ts', {
    define: { ...options.define, VERSION: JSON.stringify(version) },
  });
  for (const folder of ['v1', version]) {
    await mkdir(`${out}/${folder}`, { recursive: true });
    await writeFile(`${out}/${folder}/embed.js`, loader);
    await writeFile(`${out}/${folder}/html.js`, html);
  }
  await writeMistakes(`${out}/v1`, options);
  const frame = await write('js', child);
  await writeFile(
    `${out}/frame.json`,
    `${JSON.stringify({
      script: `/c/${frame}`,
      integrity: integrity(child, 'sha256'),
      preloads: [`/${version}/embed.js`, `/c/${runtime}`],
      features: Object.fromEntries(
        Object.entries(features).map(([name, { file, needs }]) => [
          name,
          {
            files: [...needs, file].map((one) => `/c/${one}`),
            words: Object.fromEntries(locales.map((locale) => [locale, `/c/${wordsOf(file, locale)}`])),
          },
        ]),
      ),
    })}\n`,
  );
  const sri = {
    version,
    files: { [`/${version}/embed.js`]: integrity(loader), [`/${version}/html.js`]: integrity(html) },
  };
  await writeFile(`${out}/sri.json`, `${JSON.stringify(sri, null, 2)}\n`);
  return frame;
}
