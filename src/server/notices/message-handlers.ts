import * as calls from '../../contract/messages';
import * as rules from '../../contract/messages.rules';
import type { Runs } from '../db/database';
import type { Group } from '../kernel/call-group';
import type { Asked } from '../kernel/context';
import { type Locale, say } from '../kernel/messages';
import { cursor, page, readTimeAndId } from '../kernel/pagination';
import { type Told, wording } from './notify-member';
import type { SystemMessageRow } from './tables';

const aPage = 20;

const yuan = (fen: number) => `¥${(fen / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
/** Values that are fen. */
const amounts = ['amount', 'fee'];

/** A kept message in the reader's language. */
function worded(row: SystemMessageRow, locale: Locale): calls.SystemMessage {
  const told = Object.entries(JSON.parse(row.told) as Record<string, string | number>);
  const values = Object.fromEntries(
    told.map(([name, value]) => [name, amounts.includes(name) ? yuan(Number(value)) : value]),
  );
  const [title, text] = wording[row.kind as keyof Told];
  return {
    id: row.id,
    title: say(locale, title),
    text: say(locale, text, values),
    ...(row.link && { link: row.link }),
    at: row.at.toISOString(),
    read: !!row.read_at,
  };
}

async function count(run: Runs, { member }: Asked): Promise<{ read: number; unread: number; total: number }> {
  const { total, read } = await run
    .selectFrom('system_message')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.count<number>('read_at').as('read')])
    .where('member', '=', member)
    .executeTakeFirstOrThrow();
  return { total: Number(total), read: Number(read), unread: Number(total) - Number(read) };
}

export const messagesGroup: Group<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async listMessages({ unread, from }, { db, member, locale }) {
      const after = from === undefined ? undefined : readTimeAndId(from);
      const rows = await db.run
        .selectFrom('system_message')
        .selectAll()
        .where('member', '=', member)
        .$if(!!unread, (query) => query.where('read_at', 'is', null))
        .$if(!!after, (query) =>
          query.where((is) => is(is.refTuple('at', 'id'), '<', is.tuple(after!.at, after!.id))),
        )
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(aPage + 1)
        .execute();
      return page(
        rows,
        aPage,
        (row) => worded(row, locale),
        ({ at, id }) => cursor(at.getTime(), id),
      );
    },

    async readTotal(_, asked) {
      const { read, unread } = await count(asked.db.run, asked);
      return { read, unread };
    },

    async countTotal(_, asked) {
      const { total } = await count(asked.db.run, asked);
      return { total };
    },

    async markRead(input, asked) {
      const { run } = asked.db;
      await run
        .updateTable('system_message')
        .set({ read_at: new Date(asked.now) })
        .where('member', '=', asked.member)
        .where('read_at', 'is', null)
        .$if('ids' in input, (query) => query.where('id', 'in', (input as { ids: string[] }).ids))
        .execute();
      const { unread } = await count(run, asked);
      return { unread };
    },

    async deleteMessages({ ids }, asked) {
      const { run } = asked.db;
      await run
        .deleteFrom('system_message')
        .where('member', '=', asked.member)
        .where('id', 'in', ids)
        .execute();
      const { unread, total } = await count(run, asked);
      return { unread, total };
    },
  },
};
