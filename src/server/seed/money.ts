import { assets, type Kind, memberAccount, systemAccount } from '../ledger/accounts';
import type { PastMovement } from './books';
import { demo, democn, lee } from './members';

const day = 86_400_000;

/** The initial balances of each member: fen for the first two, integers for the rest. */
const given: [member: string, daysAgo: number, has: Partial<Record<Kind, number>>][] = [
  [demo, 94, { balance: 2_500_00, store: 260_50, promotion: 1_200 }],
  [democn, 79, { balance: 1_200_00, store: 75_00, promotion: 300 }],
  [lee, 59, { balance: 320_00, store: 12_00, promotion: 50 }],
];

export const demoGifts = (now: number): PastMovement[] =>
  given.flatMap(([member, daysAgo, has]) =>
    (Object.entries(has) as [Kind, number][]).map(([kind, amount]) => ({
      id: `demo:${member}:${kind}`,
      kind: 'demo',
      asset: assets[kind],
      entries: [
        [memberAccount(member, kind), amount],
        [systemAccount('demo', assets[kind]), -amount],
      ],
      memo: 'Demo',
      ref: member,
      at: now - daysAgo * day,
    })),
  );
