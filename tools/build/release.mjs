import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';

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
