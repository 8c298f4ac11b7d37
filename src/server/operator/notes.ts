import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { paragraph } from '../../contract/desk/inputs';
import type { Executor } from '../db/database';
import type { Gateway } from '../kernel/gateway';

export const noteRule = v.object({ text: paragraph(2000) });

/** Internal notes about a record, newest first. */
export async function notesOf(run: Executor, area: string, record: string) {
  const rows = await run
    .selectFrom('desk_note')
    .select(['id', 'by', 'text', 'at'])
    .where('area', '=', area)
    .where('record', '=', record)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute();
  return rows;
}

/** Adds a note. Members never see notes, and notes never change. */
export async function addNote(
  { db, now }: Gateway,
  { area, record, text, by }: { area: string; record: string; text: string; by: string },
) {
  const note = { id: randomUUID(), by, text, at: new Date(now()) };
  await db.run
    .insertInto('desk_note')
    .values({ ...note, area, record })
    .execute();
  return note;
}
