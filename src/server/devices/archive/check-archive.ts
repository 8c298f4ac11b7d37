import type { Db, Executor } from '../../db/database';
import type { Measurement } from '../../db/measurement';
import { dayLength, monthOf } from '../../kernel/dates';
import type { FileStore } from '../../kernel/file-store';
import { blocksOf } from './block-index';
import { type Archived, readAll } from './blocks';
import { fieldsOfLine } from './lines';
import { Unreadable } from './unreadable';

interface Checked extends Archived {
  month: number;
}

/** Why the object of a month cannot be read; null if it can. `whole`: reads all of it, in place of its size only. */
async function faultOf(run: Executor, files: FileStore, month: Checked, whole: boolean) {
  try {
    if (whole)
      for await (const lines of readAll(files, month, await blocksOf(run, month.object)))
        lines.forEach(fieldsOfLine);
    else {
      const file = await files.get(month.object);
      await file?.close();
      if (file?.size !== month.bytes) return `${month.object} is missing, or has another size`;
    }
    return null;
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}

/**
 * Looks whether the objects of all months are there, and reads whole those that were not for some time, at most `most` of them. Notes and
 * returns what is wrong.
 */
export async function checkArchive(
  { db: { run }, files, now }: { db: Db; files: FileStore; now: number },
  { every, most }: { every: number; most: number },
): Promise<string[]> {
  const months = await run
    .selectFrom('order_log_archive')
    .select(['month', 'object', 'bytes', 'sha256', 'checked_at'])
    .where('object', '<>', '')
    .where('back_at', 'is', null)
    .orderBy('checked_at')
    .execute();
  const faults: string[] = [];
  for (const [at, { checked_at, bytes, ...month }] of months.entries()) {
    const whole = at < most && checked_at.getTime() + every <= now;
    const fault = await faultOf(run, files, { ...month, bytes: Number(bytes) }, whole);
    if (fault) faults.push(`${monthOf(month.month)}: ${fault}`);
    await run
      .updateTable('order_log_archive')
      .set({ fault, ...(whole && { checked_at: new Date(now) }) })
      .where('month', '=', month.month)
      .where('object', '=', month.object)
      .execute();
  }
  return faults;
}

/** Each month is read whole every thirty days, and at most one at a time. */
export const usualCheck = { every: 30 * dayLength, most: 1 };

export const archiveMeasurement: Measurement<
  'cloudphone_archived_months' | 'cloudphone_archived_months_unreadable'
> = {
  gauges: {
    cloudphone_archived_months: {
      help: 'Months of earnings that are in the archive only',
      labels: ['table'],
    },
    cloudphone_archived_months_unreadable: {
      help: 'Archived months whose object is missing in the store, or was changed',
      labels: ['table'],
    },
  },
  async read(run) {
    const { months, faults } = await run
      .selectFrom('order_log_archive')
      .select((is) => [is.fn.countAll().as('months'), is.fn.count('fault').as('faults')])
      .where('back_at', 'is', null)
      .executeTakeFirstOrThrow();
    const sample = (value: unknown) => [{ labels: { table: 'order_log' }, value: Number(value) }];
    return {
      cloudphone_archived_months: sample(months),
      cloudphone_archived_months_unreadable: sample(faults),
    };
  },
};
