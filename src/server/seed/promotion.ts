import { gift } from '../promotion/transfer';
import type { PastMovement } from './books';
import { demo, lee, newbie } from './members';

const day = 86_400_000;

/** Oldest first: transfers between the demo members. The member of the Chinese version has nobody to give to. */
const given: [from: string, to: string, daysAgo: number, amount: number, remark: string][] = [
  [demo, lee, 52.3, 120, 'For your first five cloud phones'],
  [lee, demo, 45.1, 20, 'Back: I needed only 100'],
  [demo, lee, 33.6, 60, ''],
  [demo, lee, 19.8, 45, 'For the team evening'],
  [lee, demo, 12.4, 15, 'Share of the poster prints'],
  [demo, newbie, 1.7, 50, 'Welcome to the team!'],
  [lee, newbie, 1.2, 25, 'Good luck with your start'],
  [newbie, lee, 0.3, 5, 'Thank you, Lee'],
];

export const demoTransfers = (now: number): PastMovement[] =>
  given.map(([from, to, daysAgo, amount, remark], at) => {
    const id = `demo:promotion:${at + 1}`;
    return { ...gift(from, to, amount, remark, id), id, at: now - daysAgo * day };
  });
