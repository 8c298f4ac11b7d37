import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database';
import type { Eraser, Leaving } from '../privacy/leaving';
import { eraseContent } from './trail';

/** Whether a text of several columns contains the member: an id, a contact or a name as JSON has it, or the user name as a word. */
function namesMember(columns: string[], { id, username, contacts, names }: Leaving): RawBuilder<boolean> {
  const text = sql`concat_ws(' ', ${sql.join(columns.map((one) => sql.ref(one)))})`;
  const has = [
    ...[id, ...contacts].map((one) => sql`strpos(lower(${text}), ${one.toLowerCase()}) > 0`),
    ...names.map((one) => sql`strpos(${text}, ${JSON.stringify(one)}) > 0`),
    // letters and digits only, so that it is a word of a regular expression
    ...(/^[a-z0-9]+$/i.test(username) ? [sql`${text} ~* ${`\\m${username}\\M`}`] : []),
  ];
  return sql<boolean>`(${sql.join(has, sql` or `)})`;
}

/** Deletes notes about the member and about records of the member, and what says who has their pages open. */
async function eraseNotes(tx: Tx, leaving: Leaving): Promise<void> {
  const { id } = leaving;
  await tx
    .deleteFrom('desk_note')
    .where('id', 'in', (is) =>
      is
        .selectFrom('desk_note')
        .select('id')
        .where((note) =>
          note.or([
            namesMember(['record', 'text'], leaving),
            note('record', 'in', note.selectFrom('purchase').select('order_no').where('member', '=', id)),
            note('record', 'in', note.selectFrom('withdrawal').select('number').where('member', '=', id)),
            note('record', 'in', note.selectFrom('work_order').select('number').where('member', '=', id)),
            note('record', 'in', note.selectFrom('remittance').select('id').where('member', '=', id)),
          ]),
        ),
    )
    .execute();
  await tx
    .deleteFrom('desk_presence')
    .where(namesMember(['place'], leaving))
    .execute();
}

/** Erases what the back office has of a member: the content of the trail, proposals, notes, and who has their pages open. */
export const eraseTraces: Eraser = async (tx, leaving, now) => {
  const { id, username, contacts, erasedName } = leaving;
  const rows = await tx
    .selectFrom('operator_action')
    .select('seq')
    // its content is there: what was erased has none
    .where((is) => is.or([is('salt', 'is not', null), is('commitment', 'is', null)]))
    .where((is) =>
      is.or([is('member', '=', id), namesMember(['target', 'input', 'before', 'after'], leaving)]),
    )
    .orderBy('seq')
    .execute();
  await eraseContent(
    tx,
    rows.map(({ seq }) => seq),
    { why: 'the account was deleted', targets: [id, username, ...contacts], instead: erasedName },
    now,
  );
  await tx
    .deleteFrom('operator_proposal')
    .where('id', 'in', (is) =>
      is
        .selectFrom('operator_proposal')
        .select('id')
        .where(namesMember(['target', 'url', 'body'], leaving)),
    )
    .execute();
  await eraseNotes(tx, leaving);
};
