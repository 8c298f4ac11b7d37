import { sql } from 'kysely';
import type * as calls from '../../contract/buying/phone-actions';
import type { PhoneAction, PhoneStep, StepState } from '../../contract/buying/phone-actions';
import type * as rules from '../../contract/buying/phone-actions.rules';
import type { Executor } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { cursor, mapPage, newestFirst, page, readCursor } from '../kernel/pagination';
import type { Subject } from './tables';

const stepPageSize = 30;

/** The state of a step: one that is overdue has failed, whether or not its action goes on. */
export const stateNow = (now: number) =>
  sql<StepState>`(case when state in ('waiting', 'running') and due <= ${new Date(now)} then 'failed' else state end)`;

interface ActionRow {
  id: string;
  kind: PhoneAction['kind'];
  subject: string | null;
  at: Date;
  away: boolean;
}
const columns = ['id', 'kind', 'subject', 'at', 'away'] as const;

/** These actions with their counts. */
async function described(
  run: Executor,
  { member, now, offers }: Pick<RequestContext, 'member' | 'now' | 'offers'>,
  rows: readonly ActionRow[],
): Promise<PhoneAction[]> {
  const counts = await run
    .selectFrom('phone_step')
    .select(({ fn }) => ['action', stateNow(now).as('now'), fn.countAll<number>().as('count')])
    .where('member', '=', member)
    .where('action', 'in', ['', ...rows.map(({ id }) => id)])
    .groupBy(['action', 'now'])
    .execute();
  return rows.map(({ id, kind, subject, at, away }) => {
    const by = { waiting: 0, running: 0, done: 0, failed: 0 };
    for (const { action, now, count } of counts) if (action === id) by[now] = Number(count);
    const open = by.waiting + by.running;
    return {
      id,
      kind,
      ...(subject !== null && { subject: (JSON.parse(subject) as Subject).name }),
      at: at.toISOString(),
      total: open + by.done + by.failed,
      ...by,
      ...(away && open > 0 && { away: true as const }),
      ...(offers.sandbox && { sandbox: true as const }),
    };
  });
}

/** An action of the member; the refusal is the same for one of another member and one that does not exist. */
export async function findAction(
  run: Executor,
  ctx: Pick<RequestContext, 'member' | 'now' | 'offers'>,
  id: string,
): Promise<PhoneAction> {
  const row = await run
    .selectFrom('phone_action')
    .select(columns)
    .where('member', '=', ctx.member)
    .where('id', '=', id)
    .executeTakeFirst();
  const [found] = row ? await described(run, ctx, [row]) : [];
  if (!found) throw new DomainError('phoneActionMissing');
  return found;
}

export const findHandlers: Pick<
  Handlers<typeof calls, typeof rules>,
  'getPhoneAction' | 'listPhoneActions' | 'listPhoneSteps'
> = {
  getPhoneAction: ({ id }, ctx) => findAction(ctx.db.run, ctx, id),

  async listPhoneActions({ from }, ctx) {
    const { db, member } = ctx;
    const mine = db.run.selectFrom('phone_action').select(columns).where('member', '=', member);
    const { items, next } = await newestFirst(mine, { at: 'at', id: 'id' }, from);
    return { items: await described(db.run, ctx, items), ...(next !== undefined && { next }) };
  },

  async listPhoneSteps({ id, from }, ctx) {
    const { db, member, now } = ctx;
    await findAction(db.run, ctx, id);
    const [rank, name, machine] =
      from === undefined
        ? [-1, '', '']
        : readCursor<[rank: number, name: string, machine: string]>(from, ['number', 'string', 'string']);
    const { rows } = await sql<StepRow>`
      with step as (
        select s.machine, s.reason, m.name, coalesce(m.name, s.machine) as shown, ${stateNow(now)} as state
        from phone_step as s
        left join machine as m on m.member = s.member and m.id = s.machine
        where s.member = ${member} and s.action = ${id}
      ),
      ranked as (select *, case when state = 'failed' then 0 else 1 end as rank from step)
      select * from ranked
      where (rank, shown, machine) > (${rank}::int, ${name}::text, ${machine}::text)
      order by rank, shown, machine limit ${sql.lit(stepPageSize + 1)}`.execute(db.run);
    return mapPage(
      page(rows, stepPageSize, ({ rank, shown, machine }) => cursor(rank, shown, machine)),
      ({ machine, name, state, reason }): PhoneStep => ({
        id: machine,
        ...(name !== null && { name }),
        state,
        ...(state === 'failed' && { reason: reason ?? 'late' }),
      }),
    );
  },
};

interface StepRow extends Pick<PhoneStep, 'state'> {
  machine: string;
  name: string | null;
  shown: string;
  reason: NonNullable<PhoneStep['reason']> | null;
  rank: number;
}
