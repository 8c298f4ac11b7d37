import type { Tx } from '../db/database';
import { type DatabaseKind, enqueue } from '../jobs/jobs';
import { notifyMember } from '../notices/notify-member';

/** Milliseconds in which a member who is looking at the chat reads an answer: the app marks it as read. */
const readingTime = 60_000;

interface Answer {
  member: string;
  id: number;
}

/** Queues a job that notifies the member of an answer if they have not read it after a minute. */
export const notifyUnlessRead = (tx: Tx, answer: Answer, now: number) =>
  enqueue(tx, { kind: 'notify-answer', payload: answer, runAt: now + readingTime }, now);

/** The job of an `Answer`. One at a time, so that two gateways cannot wait for each other's conversations. */
export const notifyingOfAnswers: DatabaseKind = {
  together: 1,
  async inside(tx, jobs, now) {
    for (const { payload } of jobs) await notifyOnce(tx, payload as Answer, now);
  },
};

/** Notifies the member unless they have read the answer, or have read nothing since they were notified. */
async function notifyOnce(tx: Tx, { member, id }: Answer, now: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('conversation')
    .set((is) => ({ member_notified: is.ref('newest') }))
    .where('member', '=', member)
    .where('member_read', '<', id)
    .whereRef('member_notified', '<=', 'member_read')
    .executeTakeFirstOrThrow();
  if (!numUpdatedRows) return;
  await notifyMember(tx, member, { kind: 'supportAnswered', values: {}, link: 'pages/mine/im' }, now);
}
