import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { byAccount } from '../auth/members';
import { partnerOf } from '../embed/state';
import { endTokens } from '../embed/tokens';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { body, words } from './body';

const link = v.object({ account: words(100), reference: v.optional(words(100)) });
const unlink = v.object({ reference: words(100) });

/** `/operator/partners`: who may show our features, and of which members. */
export function servePartners(desk: FastifyInstance, { db, settings, now }: Gateway): void {
  type Params = { Params: { id: string } };
  const known = (id: string) => {
    if (!partnerOf(settings, id)) throw new DomainError('partnerMissing');
    return id;
  };

  desk.get('/partners', async () => {
    const off = await db.run.selectFrom('partner_disabled').select('partner').execute();
    const links = await db.run
      .selectFrom('partner_member')
      .select(({ fn }) => ['partner', fn.countAll().as('members')])
      .groupBy('partner')
      .execute();
    return {
      items: settings.partners.map(({ id, name, origins, features }) => ({
        ...{ id, name: name.en, origins, features },
        members: Number(links.find(({ partner }) => partner === id)?.members ?? 0),
        enabled: !off.some(({ partner }) => partner === id),
      })),
    };
  });

  desk.post<Params>('/partners/:id/disable', ({ params }) =>
    db.tx(async (tx) => {
      const partner = known(params.id);
      const row = { partner, at: new Date(now()) };
      await tx
        .insertInto('partner_disabled')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await endTokens(tx, { partner });
      return { id: partner, enabled: false };
    }),
  );
  desk.post<Params>('/partners/:id/enable', async ({ params }) => {
    const id = known(params.id);
    await db.run.deleteFrom('partner_disabled').where('partner', '=', id).execute();
    return { id, enabled: true };
  });

  desk.post<Params>('/partners/:id/link', async (request) => {
    const partner = known(request.params.id);
    const { account, reference: ctx } = body(link, request);
    const member = await byAccount(db.run, account);
    if (!member) throw new DomainError('memberMissing');
    const reference = ctx ?? member.username;
    const row = { partner, reference, member: member.id, at: new Date(now()) };
    const linked = await db.run
      .insertInto('partner_member')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!linked.numInsertedOrUpdatedRows) throw new DomainError('partnerLinked');
    return { partner, reference, member: member.id };
  });
  desk.post<Params>('/partners/:id/unlink', (request) =>
    db.tx(async (tx) => {
      const partner = known(request.params.id);
      const { reference } = body(unlink, request);
      const gone = await tx
        .deleteFrom('partner_member')
        .where('partner', '=', partner)
        .where('reference', '=', reference)
        .returning('member')
        .executeTakeFirst();
      if (!gone) throw new DomainError('memberMissing');
      await endTokens(tx, { partner, member: gone.member });
      return { partner, reference };
    }),
  );
}
