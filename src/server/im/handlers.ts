import type { Progress } from '../../contract/support/im';
import * as calls from '../../contract/support/im';
import * as rules from '../../contract/support/im.rules';
import type { CallGroup } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { idempotent, isRepeated } from '../kernel/idempotency';
import { readPosition } from '../kernel/pagination';
import { attempt } from '../kernel/rate-limit';
import { markKindRead } from '../notices/notify-member';
import { markUsed } from '../pictures/own-pictures';
import { following, preceding, progress } from './history';
import { appendMessage, markRead } from './write';

/** Limits of messages that a member may write. */
const limits = [
  { max: 300, window: 600_000 },
  { max: 2000, window: 86_400_000 },
];

async function assertCalm(input: { requestKey: string }, ctx: RequestContext): Promise<void> {
  const { db, member, now } = ctx;
  if (await isRepeated(db.run, ctx, calls.sendMessage, input)) return;
  for (const limit of limits)
    if (!(await attempt(db.run, `chat:${limit.window}:${member}`, limit, now)).allowed)
      throw new DomainError('chatTooMuch');
}

/** Refused unless the picture belongs to the member. */
async function assertOwnPicture({ db, member }: RequestContext, picture: string): Promise<void> {
  const found = await db.run
    .selectFrom('picture')
    .select('id')
    .where('id', '=', picture.toLowerCase())
    .where('type', 'like', 'image/%')
    .where('owner', '=', member)
    .executeTakeFirst();
  if (!found) throw new DomainError('pictureMissing');
  await markUsed(db.run, [found.id]);
}

export const imCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async sendMessage(input, ctx) {
      const { db, member, now, waiting } = ctx;
      const { text, picture, requestKey } = input;
      await assertCalm(input, ctx);
      if (picture) await assertOwnPicture(ctx, picture);
      const sent = await db.tx((tx) =>
        idempotent(tx, ctx, calls.sendMessage, input, async () => {
          const message = { author: 'member', text, picture, key: requestKey } as const;
          return { id: await appendMessage(tx, member, message, now), at: new Date(now).toISOString() };
        }),
      );
      waiting.written(member);
      return sent;
    },

    async listMessages({ from, after }, { db, member }) {
      const status = await progress(db.run, member);
      if (after !== undefined) return { items: await following(db.run, member, after), ...status };
      const before = from === undefined ? undefined : readPosition(from);
      const { items, next } = await preceding(db.run, member, before);
      return { items, ...(next && { next }), ...status };
    },

    async waitForMessages({ after, deskRead }, { db, member, waiting, aborted }) {
      const isNews = (one: Pick<Progress, 'newest' | 'deskRead'>) =>
        one.newest > after || one.deskRead > deskRead;
      let status: Progress = await waiting.stateOf(member);
      if (!isNews(status)) {
        // without news there is nothing to look up: what comes from now on is found by the next wait, which the client begins at once
        if (!(await waiting.forMember(member, isNews, aborted))) return { items: [], ...status };
        status = await progress(db.run, member);
      }
      return { items: status.newest > after ? await following(db.run, member, after) : [], ...status };
    },

    async readMessages({ upTo }, { db, member, now }) {
      return db.tx(async (tx) => {
        const unread = await markRead(tx, member, 'member', upTo);
        if (!unread) await markKindRead(tx, member, 'supportAnswered', now);
        return { unread };
      });
    },

    async unreadMessages(_, { db, member }) {
      const { unread } = await progress(db.run, member);
      return { unread };
    },
  },
};
