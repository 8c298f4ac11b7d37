import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { notifyMember } from '../notices/notify-member';
import { giveUpNames } from './linked-names';

/** Unlinks an account of the short-video platform from its member, and sends them the reason. A repetition changes nothing. */
export const unlinkByDesk = ({ db, now }: Gateway, id: string, reason: string) =>
  db.tx(async (tx) => {
    const named = await tx
      .selectFrom('short_video_account')
      .select('member')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!named) throw new DomainError('accountMissing');
    const row = await tx
      .selectFrom('short_video_account')
      .select(['member', 'linked'])
      .where('member', '=', named.member)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new DomainError('accountMissing');
    if (row.linked === null) return { id, linked: false };
    await tx
      .updateTable('short_video_account')
      .set({ linked: null, machine: null })
      .where('member', '=', row.member)
      .where('id', '=', id)
      .execute();
    await giveUpNames(tx, [row.linked]);
    await notifyMember(tx, row.member, { kind: 'text', values: { text: reason } }, now());
    return { id, linked: false };
  });
