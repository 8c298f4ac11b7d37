import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Moves the previous build out of the way. Returns a function that restores the files in `folder` that the new release lacks, so that a
 * page opened or cached before the release still finds its files, and a partner's page those that its loader pins. Only the files of the
 * previous release are kept.
 * @param {string} out
 * @param {'a' | 'c'} folder `a`: the app's; `c`: those of embeds
 */
export async function setAside(out, folder) {
  const [before, list] = [`${out}-before`, `${out}-files.json`];
  await rm(before, { recursive: true, force: true });
  await rename(out, before).catch(() => {}); // there was no previous build
  /** @type {string[]} */
  const own = JSON.parse(await readFile(list, 'utf8').catch(() => '[]'));
  return async () => {
    const now = await readdir(`${out}/${folder}`);
    await writeFile(list, JSON.stringify(now));
    for (const file of own)
      if (!now.includes(file))
        await cp(`${before}/${folder}/${file}`, `${out}/${folder}/${file}`).catch(() => {}); // deleted by hand
    await rm(before, { recursive: true, force: true });
  };
}

/**
 * Whether another file is in its place already.
 * @param {string} from
 * @param {string} to
 */
async function differs(from, to) {
  const kept = await readFile(to).catch(() => undefined);
  return kept !== undefined && !kept.equals(await readFile(from));
}

/**
 * Copies the built version of the embeds, with every file that it loads, into the folder of releases, which the gateway serves
 * permanently: partners' pages pin a version with its hash. A repetition does nothing. Throws, and writes nothing, if the version exists
 * with other bytes: then it has to be increased. Returns the version.
 * @param {string} built `dist/embed`
 * @param {string} releases
 */
export async function keepRelease(built, releases) {
  const { version } = JSON.parse(await readFile(`${built}/sri.json`, 'utf8'));
  /** @type {string[]} */
  const behind = JSON.parse(await readFile(`${built}-files.json`, 'utf8'));
  const own = (await readdir(`${built}/${version}`)).map((file) => `${version}/${file}`);
  const files = [...behind.map((file) => `c/${file}`), ...own];
  for (const file of files)
    if (!/\.(br|gz)$/.test(file) && (await differs(`${built}/${file}`, `${releases}/${file}`)))
      throw new Error(
        `Release ${version} has been given out with other bytes (${file}): raise "version" in package.json, and build again`,
      );
  // the entry file is copied last, so that a version is only found when it is complete
  for (const folder of ['c', version]) await mkdir(`${releases}/${folder}`, { recursive: true });
  for (const file of files) await copyFile(`${built}/${file}`, `${releases}/${file}`);
  await copyFile(`${built}/sri.json`, `${releases}/${version}/sri.json`);
  return version;
}
