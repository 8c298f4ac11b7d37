import * as calls from '../../../contract/buying/watches';
import * as rules from '../../../contract/buying/watches.rules';
import type { CallGroup } from '../../kernel/call-group';
import type { RequestContext } from '../../kernel/context';
import { dayLength } from '../../kernel/dates';
import { DomainError } from '../../kernel/domain-error';
import { recordDays } from './ask';
import { endWatch, settled, tellOf } from './end';
import { shownWatch, stateOf, type WatchRow, watchOf } from './row';

const mostShown = 100;

/** A gateway whose time is that of the request. */
const atRequest = (ctx: RequestContext) => ({ ...ctx, now: () => ctx.now });

/** Rows as the member reads them, with the names of their cloud phones. */
async function shownTo(ctx: RequestContext, rows: readonly WatchRow[]): Promise<calls.Watch[]> {
  const ids = [...new Set(rows.map(({ machine }) => machine))];
  if (!ids.length) return [];
  const phones = await ctx.db.run
    .selectFrom('machine')
    .select(['id', 'name'])
    .where('member', '=', ctx.member)
    .where('id', 'in', ids)
    .execute();
  const names = new Map(phones.map(({ id, name }) => [id, name]));
  return rows.map((row) => shownWatch(row, names.get(row.machine), ctx));
}

/** One of the member's as they read it; refused if there is none. */
async function shown(ctx: RequestContext, row: WatchRow | undefined): Promise<calls.Watch> {
  const [watch] = row ? await shownTo(ctx, [row]) : [];
  if (!watch) throw new DomainError('watchOver');
  return watch;
}

export const watchCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async listWatches(_, ctx) {
      const rows = await ctx.db.run
        .selectFrom('screen_watch')
        .selectAll()
        .where('member', '=', ctx.member)
        .where('until', '>', new Date(ctx.now - recordDays * dayLength))
        .orderBy('asked_at', 'desc')
        .orderBy('id')
        .limit(mostShown)
        .execute();
      const now = await Promise.all(rows.map((row) => settled(atRequest(ctx), row)));
      return { items: await shownTo(ctx, now) };
    },

    async currentWatch({ machine }, ctx) {
      const { appid, settings } = ctx;
      // a partner's page does not learn of another partner
      const partner = settings.partners.find(({ id }) => id === appid)?.id;
      const row = await ctx.db.run
        .selectFrom('screen_watch')
        .selectAll()
        .where('member', '=', ctx.member)
        .where('machine', '=', machine)
        .where((is) => is.and(partner === undefined ? [] : [is('partner', '=', partner)]))
        .where('ended_at', 'is', null)
        .where('until', '>', new Date(ctx.now))
        .executeTakeFirst();
      const [watch] = row ? await shownTo(ctx, [await settled(atRequest(ctx), row)]) : [];
      return watch && !watch.endedAt ? { watch } : {};
    },

    async answerWatch({ id, allow }, ctx) {
      const { db, member, now } = ctx;
      const found = await watchOf(db.run, { member, id });
      const row = found && (await settled(atRequest(ctx), found));
      if (!row || stateOf(row, now) !== 'asked') throw new DomainError('watchOver');
      const at = new Date(now);
      const answered = await db.tx(async (tx) => {
        const done = await tx
          .updateTable('screen_watch')
          .set({
            answered_at: at,
            ...(allow
              ? { answer: 'allowed', until: new Date(now + row.minutes * 60_000) }
              : { answer: 'declined', ended_at: at }),
          })
          .where('member', '=', member)
          .where('id', '=', id)
          .where('answer', 'is', null)
          .where('ended_at', 'is', null)
          .returningAll()
          .executeTakeFirst();
        if (done) await tellOf(tx, done, now);
        return done;
      });
      return shown(ctx, answered);
    },

    async endWatch({ id }, ctx) {
      const { db, member, now } = ctx;
      return shown(ctx, await db.tx((tx) => endWatch(tx, { member, id }, 'member', now)));
    },
  },
};
