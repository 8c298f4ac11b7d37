import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { notifyMember } from '../notices/notify-member';
import { giveUpNames, linkedName } from './linked-names';

/** Unlinks an account of the short-video platform from its member, and sends them the reason. A repetition changes nothing. */
export const unlinkByDesk = ({ db, now }: Gateway, id: string, reason: string) =>
  db.tx(async (tx) => {
    const owner = await tx
      .selectFrom('short_video_account')
      .select('member')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!owner) throw new DomainError('accountMissing');
    const unlinked = await tx
      .updateTable('short_video_account')
      .set({ linked: null, machine: null })
      .where('member', '=', owner.member)
      .where('id', '=', id)
      .where('linked', 'is not', null)
      .returning('account')
      .executeTakeFirst();
    if (unlinked) {
      await giveUpNames(tx, [linkedName(unlinked.account)]);
      await notifyMember(tx, owner.member, { kind: 'text', values: { text: reason } }, now());
    }
    return { id, linked: false };
  });
