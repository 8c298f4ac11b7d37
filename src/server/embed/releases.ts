import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** Months for which a release is served at least, from the day on which it was kept (`npm run release`). */
const monthsServed = 18;

export interface Release {
  version: string;
  /** Whether `/v1/embed.js` is this one. */
  current: boolean;
  /** ISO 8601: when it was kept, and until when it is served at least. Absent for a build that is not released: nobody may pin it. */
  since?: string;
  servedUntil?: string;
}

const version = /^\d+\.\d+\.\d+$/;
const order = (text: string) => text.split('.').reduce((sum, part) => sum * 10_000 + Number(part), 0);

/** The versions of the embeds that this gateway serves, the newest first: those in `releases`, and the one that is built in `root`. */
export async function readReleases(root: string, releases: string): Promise<Release[]> {
  const built: string | undefined = await readFile(path.join(root, 'sri.json'), 'utf8').then(
    (text) => JSON.parse(text).version,
    () => undefined,
  );
  const kept = (await readdir(releases).catch(() => [])).filter((name) => version.test(name));
  const found = await Promise.all(
    kept.map(async (name): Promise<Release[]> => {
      // written when the release was kept, and never again
      const file = await stat(path.join(releases, name, 'sri.json')).catch(() => undefined);
      if (!file) return [];
      const until = new Date(file.mtime);
      until.setUTCMonth(until.getUTCMonth() + monthsServed);
      return [
        {
          version: name,
          current: name === built,
          since: file.mtime.toISOString(),
          servedUntil: until.toISOString(),
        },
      ];
    }),
  );
  const all = found.flat();
  if (built && !all.some((one) => one.current)) all.push({ version: built, current: true });
  return all.sort((a, b) => order(b.version) - order(a.version));
}
