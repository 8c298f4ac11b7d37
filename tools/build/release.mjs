import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Moves what was built before out of the way. Answers how to put back the files in `folder` that the new release does not have: a page
 * that was opened, or kept, before the release goes on finding its own, and a partner's page the files that its loader pins. Those of
 * the release before are kept, and none older.
 * @param {string} out
 * @param {'a' | 'c'} folder `a`: the app's; `c`: those of embeds
 */
export async function setAside(out, folder) {
  const [before, list] = [`${out}-before`, `${out}-files.json`];
  await rm(before, { recursive: true, force: true });
  await rename(out, before).catch(() => {}); // there was none
  /** @type {string[]} */
  const own = JSON.parse(await readFile(list, 'utf8').catch(() => '[]'));
  return async () => {
    const now = await readdir(`${out}/${folder}`);
    await writeFile(list, JSON.stringify(now));
    for (const file of own)
      if (!now.includes(file))
        await cp(`${before}/${folder}/${file}`, `${out}/${folder}/${file}`).catch(() => {}); // taken away by hand
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
 * Puts the version of the embeds that is built, and every file behind it, into the folder of releases, which the gateway serves for good:
 * partners' pages name a version with its hash. Doing it again does nothing. Throws, and writes nothing, when the version is there already
 * with other bytes: it has to be raised. Answers the version.
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
  // what is asked for first comes last: whoever finds a version finds all that is behind it
  for (const folder of ['c', version]) await mkdir(`${releases}/${folder}`, { recursive: true });
  for (const file of files) await copyFile(`${built}/${file}`, `${releases}/${file}`);
  await copyFile(`${built}/sri.json`, `${releases}/${version}/sri.json`);
  return version;
}
