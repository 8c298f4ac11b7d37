import type { Schedule } from '../../jobs/worker';
import type { FileStore } from '../../kernel/file-store';
import type { Settings } from '../../settings/settings';
import { checkArchive, usualCheck } from './check-archive';
import { moveMonths } from './move-months';

/** Moves the months that are old enough, if the operator wants that, and looks after those that were moved. */
export const archiving = (
  { archiveAfterMonths: keep, dataDir }: Pick<Settings, 'archiveAfterMonths' | 'dataDir'>,
  files: FileStore,
  clock: () => number,
  log: (error: unknown) => void,
): Schedule => ({
  name: 'archive',
  every: 3_600_000,
  isLong: true,
  async run(db, now, stopping) {
    const faults = await checkArchive({ db, files, now }, usualCheck);
    if (faults.length) log(new Error(`Archived earnings cannot be read: ${faults.join('; ')}`));
    if (keep === undefined) return;
    await moveMonths({ db, files, dataDir, keep, now: clock, stopping }, () => {}).catch((error) => {
      if (!stopping?.aborted) throw error;
    });
  },
});
