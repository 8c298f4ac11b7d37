import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as calls from '../../contract/support/ai';
import * as rules from '../../contract/support/ai.rules';
import type { Executor, Tx } from '../db/database';
import type { CallGroup } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { idempotent, isRepeated } from '../kernel/idempotency';
import { mapPage, newestFirst } from '../kernel/pagination';
import { assertRate } from '../kernel/rate-limit';
import { messagesFor } from './prompt';
import { createFind, type Find } from './search';
import { type TurnRow, turnView } from './view';
import { silence } from './writer';

let index: Find | undefined;
/** Reads the help texts with the first question. */
const find: Find = (...asked) => (index ??= createFind())(...asked);
/** Earlier turns that the model receives. */
const remembered = 10;
/** Milliseconds that a request waits at most. */
const maxWaitMs = 25_000;

const ownTurns = (db: Executor, member: string) =>
  db.selectFrom('ai_turn').selectAll('ai_turn').where('ai_turn.member', '=', member);

/** Allows one answer at a time: if two phones ask at once, one is refused. */
async function takeTurn(tx: Tx, member: string, turn: string, now: number): Promise<void> {
  const beat = new Date(now);
  const taken = await tx
    .insertInto('ai_writing')
    .values({ member, turn, beat })
    .onConflict((conflict) =>
      conflict
        .column('member')
        .doUpdateSet({ turn, beat })
        .where('ai_writing.beat', '<', new Date(now - silence)),
    )
    .executeTakeFirst();
  if (!taken.numInsertedOrUpdatedRows) throw new DomainError('aiBusy');
}

/** The member's turn. A turn whose writer has died with its instance is marked as interrupted. */
async function ownTurn({ db, member, now }: RequestContext, id: string): Promise<TurnRow> {
  const row = await ownTurns(db.run, member)
    .leftJoin('ai_writing', (join) =>
      join.onRef('ai_writing.turn', '=', 'ai_turn.id').onRef('ai_writing.member', '=', 'ai_turn.member'),
    )
    .select('ai_writing.beat')
    .where('ai_turn.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new DomainError('aiMissing');
  if (row.state !== 'writing' || (row.beat && row.beat.getTime() > now - silence)) return row;
  await db.run
    .updateTable('ai_turn')
    .set({ state: 'broken' })
    .where('member', '=', member)
    .where('id', '=', id)
    .where('state', '=', 'writing')
    .execute();
  return (await ownTurns(db.run, member).where('id', '=', id).executeTakeFirst()) ?? row;
}

async function reserveQuestion(ctx: RequestContext): Promise<void> {
  const limit = { max: ctx.settings.aiPerHour, window: 3_600_000 };
  await assertRate(ctx, 'ai', limit);
}

export const aiCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async listAiTurns({ from }, { db, member, locale, settings }) {
      const turns = await newestFirst(ownTurns(db.run, member), { at: 'at', id: 'id' }, from);
      const page = mapPage(turns, (row) => turnView(row, locale));
      return { ...page, source: settings.ai ? 'model' : 'help' };
    },

    async askAi(input, ctx) {
      if (!(await isRepeated(ctx.db.run, ctx, calls.askAi, input))) await reserveQuestion(ctx);
      const { db, member, now, locale, settings, writer } = ctx;
      const help = find(input.text, locale);
      const ids = help.map(({ id }) => id);
      let fresh: TurnRow | undefined;
      const turn = await db.tx((tx) =>
        idempotent(tx, ctx, calls.askAi, input, async () => {
          const row: TurnRow = {
            id: randomUUID(),
            member,
            question: input.text,
            answer: '',
            at: new Date(now),
            ...(settings.ai
              ? { state: 'writing', source: 'model', help: '[]' }
              : { state: 'done', source: 'help', help: JSON.stringify(ids) }),
          };
          if (settings.ai) await takeTurn(tx, member, row.id, now);
          await tx.insertInto('ai_turn').values(row).execute();
          fresh = row;
          return turnView(row, locale);
        }),
      );
      if (fresh?.state === 'writing') {
        const before = await ownTurns(db.run, member)
          .where('id', '<>', fresh.id)
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(remembered)
          .execute();
        writer.begin(fresh.id, messagesFor(input.text, help, before, locale), ids);
      }
      return turn;
    },

    async findHelp({ text }, { locale }) {
      return { help: find(text, locale) };
    },

    async waitForAnswer({ id, after }, ctx) {
      const until = Date.now() + maxWaitMs;
      const { aborted, locale, writer, member } = ctx;
      const ticket = writer.wait(member);
      const isOver = () =>
        Date.now() > until || aborted.aborted || writer.closing.aborted || ticket.over.aborted;
      try {
        for (;;) {
          const row = await ownTurn(ctx, id);
          if (row.state !== 'writing' || row.answer.length > after || isOver()) {
            const { state, source, help, answer } = turnView(row, locale);
            return { state, source, help, more: answer.slice(after) };
          }
          await delay(ticket.interval());
        }
      } finally {
        ticket.leave();
      }
    },

    async stopAnswer({ id }, ctx) {
      await ownTurn(ctx, id);
      const { db, member } = ctx;
      await db.tx(async (tx) => {
        await tx
          .updateTable('ai_turn')
          .set({ state: 'stopped' })
          .where('member', '=', member)
          .where('id', '=', id)
          .where('state', '=', 'writing')
          .execute();
        await tx.deleteFrom('ai_writing').where('member', '=', member).where('turn', '=', id).execute();
      });
      return { state: (await ownTurn(ctx, id)).state };
    },

    async clearAiTurns(_, { db, member }) {
      await db.tx(async (tx) => {
        await tx.deleteFrom('ai_writing').where('member', '=', member).execute();
        await tx.deleteFrom('ai_turn').where('member', '=', member).execute();
      });
      return {};
    },
  },
};
