import type * as calls from '../../contract/money/promotion';
import type * as rules from '../../contract/money/promotion.rules';
import { contactOf } from '../auth/contacts';
import { byAccount, byContact, type Member, me } from '../auth/members';
import { reserve } from '../auth/password';
import type { Executor } from '../db/database';
import { upperAscii } from '../kernel/ascii';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import type { Limit } from '../kernel/rate-limit';

/** Limit of lookups by one member, with or without a result: enough for a team, too few to search a list of numbers. */
const questions: Limit = { max: 30, window: 3_600_000 };

/** `l***e`: recognizable for people who know the name, but not revealing. */
const maskedName = (username: string) => `${username[0]}***${username.slice(-1)}`;

/** Refused unless `giver` may transfer promotion value to `to`. */
export function recipientOrThrow(giver: Pick<Member, 'id' | 'country'>, to: Member | undefined): Member {
  if (!to) throw new DomainError('recipientMissing');
  if (to.id === giver.id) throw new DomainError('recipientSelf');
  if (to.country !== giver.country) throw new DomainError('recipientElsewhere');
  return to;
}

/**
 * Usernames can be chosen freely. A username that looks like somebody's phone number is ignored here, and one that equals somebody else's
 * invitation code is refused, so that no transfer goes to the wrong member.
 */
async function find(run: Executor, typed: string): Promise<Member | undefined> {
  const contact = contactOf(typed);
  if (/^1[3-9]\d{9}$/.test(contact.key)) return byContact(run, contact);
  const [named, invited] = await Promise.all([
    byAccount(run, typed),
    run.selectFrom('member').selectAll().where('invite_code', '=', upperAscii(typed)).executeTakeFirst(),
  ]);
  if (named && invited && named.id !== invited.id) throw new DomainError('recipientAmbiguous');
  return named ?? invited;
}

export const findRecipientHandlers: Pick<Handlers<typeof calls, typeof rules>, 'findRecipient'> = {
  async findRecipient({ account }, ctx) {
    const { db, member } = ctx;
    await reserve(ctx, `recipient:${member}`, questions);
    const found = recipientOrThrow(await me(db.run, ctx), await find(db.run, account));
    return {
      recipientId: found.id,
      nickname: found.nickname,
      account: maskedName(found.username),
    };
  },
};
