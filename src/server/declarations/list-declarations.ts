import type * as calls from '../../contract/member/declarations';
import type * as rules from '../../contract/member/declarations.rules';
import { reserve } from '../auth/password';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { mapPage, newestFirst } from '../kernel/pagination';
import { customerOf, levelOf } from './customers';
import { declarationView } from './view';

/** Limit of lookups of customers' accounts by one member. */
const questions = { max: 60, window: 3_600_000 };

type Reading = Pick<
  Handlers<typeof calls, typeof rules>,
  'listDeclarations' | 'getDeclaration' | 'findCustomer'
>;

export const reading: Reading = {
  async listDeclarations({ status, from }, { db, member }) {
    const own = db.run
      .selectFrom('declaration as d')
      .leftJoin('member as c', 'c.id', 'd.customer')
      .selectAll('d')
      .select('c.nickname')
      .where('d.member', '=', member)
      .where((is) => is.and(status === undefined ? {} : { 'd.status': status }));
    const declarations = await newestFirst(own, { table: 'd', at: 'created_at', id: 'id' }, from);
    const counts = await db.run
      .selectFrom('declaration')
      .select(['status', (is) => is.fn.countAll<number>().as('count')])
      .where('member', '=', member)
      .groupBy('status')
      .execute();
    return {
      ...mapPage(declarations, (row) => declarationView(row, row.nickname ?? row.customer_name)),
      counts,
    };
  },

  async getDeclaration({ id }, { db, member }) {
    const row = await db.run
      .selectFrom('declaration as d')
      .leftJoin('member as c', 'c.id', 'd.customer')
      .selectAll('d')
      .select('c.nickname')
      .where('d.id', '=', id)
      .where('d.member', '=', member)
      .executeTakeFirst();
    if (!row) throw new DomainError('declarationMissing');
    const events = await db.run
      .selectFrom('declaration_event')
      .select(['status', 'text', 'at'])
      .where('member', '=', member)
      .where('declaration', '=', row.id)
      .orderBy('position')
      .execute();
    return {
      ...declarationView(row, row.nickname ?? row.customer_name),
      customerPhone: row.customer_phone,
      events: events.map(({ status, text, at }) => ({
        status,
        ...(text !== null && { text }),
        at: at.toISOString(),
      })),
    };
  },

  async findCustomer({ account }, ctx) {
    const { db, member } = ctx;
    await reserve(ctx, `customer:${member}`, questions);
    const found = await customerOf(db.run, ctx, account);
    if (!found) return { registered: false };
    const level = await levelOf(db.run, member, found);
    return { registered: true, ...(level && { nickname: found.nickname, level }) };
  },
};
