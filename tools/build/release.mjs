import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Moves what was built before out of the way. Answers how to put back the files under `/a/` that the new release does not have: a page
 * that was opened, or kept, before the release goes on finding its own. Those of the release before are kept, and none older.
 * @param {string} out
 */
export async function setAside(out) {
  const [before, list] = [`${out}-before`, `${out}-files.json`];
  await rm(before, { recursive: true, force: true });
  await rename(out, before).catch(() => {}); // there was none
  /** @type {string[]} */
  const own = JSON.parse(await readFile(list, 'utf8').catch(() => '[]'));
  return async () => {
    const now = await readdir(`${out}/a`);
    await writeFile(list, JSON.stringify(now));
    for (const file of own)
      if (!now.includes(file)) await cp(`${before}/a/${file}`, `${out}/a/${file}`).catch(() => {}); // taken away by hand
    await rm(before, { recursive: true, force: true });
  };
}
