import { WorkOrderStatus } from '../../contract/support/work-orders';
import type { Db, Executor, Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { notifyMember } from '../notices/notify-member';
import { addressOf } from '../pictures/address';
import { ownPictures } from '../pictures/own-pictures';
import { addEntry, lockWorkOrder, type WorkOrderRow } from './status';
import { workOrderView } from './view';

/** Work orders with their members, for lists of the back office. */
export const workOrderRows = (run: Executor) =>
  run
    .selectFrom('work_order as w')
    .innerJoin('member as m', 'm.id', 'w.member')
    .select([
      'w.number',
      'm.username as member',
      'w.title',
      'w.status',
      'w.taken_by',
      'w.created_at',
      'w.changed_at',
      'w.solved_at',
    ]);

/** A work order with all entries; its pictures are addresses that are valid for an hour. */
export async function showToDesk({ db, settings, fileSecret, now }: Gateway, number: string) {
  const row = await byNumber(db.run, number);
  const view = await workOrderView(db.run, row);
  const addresses = (annex: string[]) =>
    annex.map((id) => `${settings.publicUrl}${addressOf(fileSecret, id, now())}`);
  return {
    ...view,
    member: row.username,
    ...(row.taken_by && { takenBy: row.taken_by }),
    since: row.changed_at,
    annex: addresses(view.annex),
    entries: view.entries.map((entry) => ({ ...entry, annex: addresses(entry.annex) })),
  };
}

async function byNumber(run: Executor, number: string) {
  const row = await run
    .selectFrom('work_order as w')
    .innerJoin('member as m', 'm.id', 'w.member')
    .selectAll('w')
    .select('m.username')
    .where('w.number', '=', number)
    .executeTakeFirst();
  return row ?? missing();
}

/** The id of the member who asked. Refused if the work order does not exist. */
export const askerOf = async (run: Executor, number: string): Promise<string> =>
  (await byNumber(run, number)).member;

function missing(): never {
  throw new DomainError('workOrderMissing');
}

/**
 * Assigns a work order to a person and moves it from pending to processing; one in processing changes its assignee, and an answered one
 * is refused.
 */
export const takeWorkOrder = (db: Db, number: string, by: string) =>
  db.tx(async (tx) => {
    const order = (await lockWorkOrder(tx, 'number', number)) ?? missing();
    if (order.status === WorkOrderStatus.processed) throw new DomainError('workOrderAnswered');
    await tx
      .updateTable('work_order')
      .set({ status: WorkOrderStatus.processing, taken_by: by })
      .where('member', '=', order.member)
      .where('id', '=', order.id)
      .execute();
    return { number, status: WorkOrderStatus.processing, takenBy: by };
  });

interface Answer {
  text: string;
  /** Ids of the member's pictures. */
  pictures?: string[] | undefined;
  requestKey: string;
  /** The number of entries that the person had seen. */
  seen?: number | undefined;
  /** The person means it, although it was answered in the same words, or has moved on. */
  again?: boolean | undefined;
}

/** Answers and notifies the member, once per key. Refused if the member has marked it as solved, or it has moved on since the person looked. */
export const answerWorkOrder = (
  db: Db,
  number: string,
  { text, pictures, requestKey, seen, again }: Answer,
  now: number,
) =>
  db.tx(async (tx) => {
    const order = (await lockWorkOrder(tx, 'number', number)) ?? missing();
    const id = requestKey.toLowerCase();
    const before = await tx
      .selectFrom('work_order_entry')
      .select('work_order')
      .where('id', '=', id)
      .executeTakeFirst();
    if (before && before.work_order !== order.id) throw new DomainError('keyReused');
    if (before) return { number, status: order.status };
    if (order.solved_at) throw new DomainError('workOrderSolved');
    if (!again) {
      await assertNoneSince(tx, order, seen);
      await assertNewAnswer(tx, order, text);
    }
    const { member, title } = order;
    const annex = await ownPictures({ db: { ...db, run: tx }, member }, pictures, 'pictures');
    const entry = { id, by: 'operator', kind: 'text', text, annex } as const;
    await addEntry(tx, order, entry, WorkOrderStatus.processed, now);
    const link = `pages/mine/workOrderDetail?id=${order.id}`;
    await notifyMember(tx, member, { kind: 'workOrderAnswered', values: { number, title }, link }, now);
    return { number, status: WorkOrderStatus.processed };
  });

/** Refused if there are more entries than the person had seen: a colleague has answered, or the member has written again. */
async function assertNoneSince(tx: Tx, order: WorkOrderRow, seen: number | undefined): Promise<void> {
  if (seen === undefined) return;
  const later = await tx
    .selectFrom('work_order_entry')
    .select('id')
    .where('member', '=', order.member)
    .where('work_order', '=', order.id)
    .where('position', '>=', seen)
    .executeTakeFirst();
  if (later) throw new DomainError('answeredMeanwhile', {}, { body: { repeat: true } });
}

/** Refused if the previous answer had the same text: an operator who repeats a command must confirm it. */
async function assertNewAnswer(tx: Tx, order: WorkOrderRow, text: string): Promise<void> {
  const same = await tx
    .selectFrom('work_order_entry')
    .select('id')
    .where('member', '=', order.member)
    .where('work_order', '=', order.id)
    .where('by', '=', 'operator')
    .where('text', '=', text)
    .executeTakeFirst();
  if (same) throw new DomainError('answerRepeated', {}, { body: { repeat: true } });
}
