import type { Insertable } from 'kysely';
import { type WorkOrderEntry, WorkOrderStatus } from '../../contract/support/work-orders';
import type { Tx } from '../db/database';
import type { FileStore } from '../kernel/file-store';
import type { Tables } from '../schema/tables';
import { insertAll } from './bulk';
import { demo, democn } from './members';
import { seedPicture } from './picture';

const hour = 3_600_000;

type DemoEntry =
  | [by: WorkOrderEntry['by'], hoursAgo: number, text: string]
  | [kind: 'solved', hoursAgo: number];

interface DemoWorkOrder {
  member: string;
  hoursAgo: number;
  title: string;
  description: string;
  picture?: boolean;
  status: WorkOrderStatus;
  entriesOfOne?: DemoEntry[];
}

/** Work orders in every state for both demo members. */
const demoWorkOrders: DemoWorkOrder[] = [
  {
    member: demo,
    hoursAgo: 2,
    title: 'One cloud phone stays offline',
    description:
      'The third cloud phone of my newest order has been offline since this morning.\nI have paused and resumed its tasks twice, it made no difference.',
    picture: true,
    status: WorkOrderStatus.pending,
  },
  {
    member: demo,
    hoursAgo: 26,
    title: 'Receipt for a bank transfer',
    description: 'Can I have a receipt for the six Studio cloud phones that I paid by bank transfer?',
    status: WorkOrderStatus.processing,
    entriesOfOne: [['member', 25, 'The order is from last week.']],
  },
  {
    member: demo,
    hoursAgo: 49,
    title: 'Rent for Sunday',
    description: 'I do not see the rent of last Sunday in the acceleration list.',
    status: WorkOrderStatus.processed,
    entriesOfOne: [
      [
        'operator',
        44,
        'Thank you for asking. Days are counted in UTC+8, and the rent of a day is listed once the day is over there.\nPlease look there, and tell us if something is still missing.',
      ],
    ],
  },
  {
    member: demo,
    hoursAgo: 190,
    title: 'Change the bank card',
    description: 'How do I change the card that withdrawals are paid to?',
    status: WorkOrderStatus.processed,
    entriesOfOne: [
      ['operator', 186, 'Under Me, Settings, Bank cards: add the new card, then delete the old one.'],
      ['member', 185, 'Can I do that while a withdrawal is under way?'],
      ['operator', 180, 'Yes. A withdrawal keeps the card that it was asked for with.'],
      ['solved', 179],
    ],
  },
  {
    member: democn,
    hoursAgo: 3,
    title: '云手机离线',
    description: '今天早上开始，有一台云手机一直离线，重新暂停和恢复任务也没有用。',
    picture: true,
    status: WorkOrderStatus.pending,
  },
  {
    member: democn,
    hoursAgo: 30,
    title: '申请开发票',
    description: '上周购买的三台云手机，请问可以开发票吗？',
    status: WorkOrderStatus.processing,
  },
  {
    member: democn,
    hoursAgo: 55,
    title: '租金到账时间',
    description: '租金一般几点到账？',
    status: WorkOrderStatus.processed,
    entriesOfOne: [['operator', 52, '您好，租金按北京时间的日期每天结算一次，次日凌晨到账。']],
  },
  {
    member: democn,
    hoursAgo: 240,
    title: '如何更换提现银行卡',
    description: '提现的银行卡想换一张，在哪里修改？',
    status: WorkOrderStatus.processed,
    entriesOfOne: [
      ['operator', 236, '在“我的 - 银行卡”里先添加新卡，再删除旧卡即可。'],
      ['solved', 235],
    ],
  },
];

/** Writes the demo members' work orders with their answers. */
export async function seedWorkOrders(tx: Tx, files: FileStore, now: number): Promise<void> {
  const orders: Insertable<Tables['work_order']>[] = [];
  const entries: Insertable<Tables['work_order_entry']>[] = [];
  for (const [index, one] of demoWorkOrders.entries()) {
    const { member, title, description, status, entriesOfOne = [] } = one;
    const id = `work-order-demo-${index + 1}`;
    const since = (hoursAgo: number) => new Date(now - hoursAgo * hour);
    const created_at = since(one.hoursAgo);
    const annex = one.picture ? [await seedPicture(tx, files, { owner: member, at: created_at })] : [];
    for (const [position, [by, hoursAgo, text = '']] of entriesOfOne.entries())
      entries.push({
        member,
        id: `${id}-${position}`,
        work_order: id,
        position,
        text,
        annex: '[]',
        at: since(hoursAgo),
        ...(by === 'solved' ? { by: 'member', kind: by } : { by, kind: 'text' }),
      });
    const last = entriesOfOne.at(-1);
    orders.push({
      id,
      member,
      title,
      description,
      status,
      created_at,
      number: `Q2026${String(index + 1).padStart(4, '0')}DEMO`,
      annex: JSON.stringify(annex),
      answer: entriesOfOne.filter(([by]) => by === 'operator').at(-1)?.[2] ?? null,
      changed_at: last ? since(last[1]) : created_at,
      solved_at: last?.[0] === 'solved' ? since(last[1]) : null,
    });
  }
  await insertAll(tx, 'work_order', orders);
  await insertAll(tx, 'work_order_entry', entries);
}
