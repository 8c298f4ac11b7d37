import type { Selectable } from 'kysely';
import { type WithdrawalSource, WithdrawalStatus } from '../../contract/money/wallet';
import type { Tx } from '../db/database';
import { dayOf } from '../kernel/dates';
import type { Movement } from '../ledger/post';
import type { Tables } from '../schema/tables';
import type { Settings } from '../settings/settings';
import { quoteOf } from '../wallet/fee';
import { givenBack, reserved, spent } from '../wallet/money';
import type { WithdrawalRow } from '../wallet/view';

import type { PastMovement } from './books';
import { insertAll } from './bulk';
import { demo, democn } from './members';

const hour = 3_600_000;
const day = 24 * hour;

type Account = Selectable<Tables['payout_account']>;

const accounts = (now: number): Account[] => [
  {
    id: 'payout-demo-card',
    member: demo,
    kind: 'abroad',
    holder: 'Dana Demo',
    number: '0031235678',
    bank: 'DBS Bank',
    branch: null,
    swift: 'DBSSSGSG',
    country: 'SG',
    at: new Date(now - 90 * day),
    removed_at: null,
    usable_from: null,
  },
  {
    // Well-formed, without a known key.
    id: 'payout-demo-usdt',
    member: demo,
    kind: 'usdt',
    holder: '',
    number: 'TQVXqZmNuTFXcjCKcfi5cnSaYQwXi4Nqtm',
    bank: null,
    branch: null,
    swift: null,
    country: null,
    at: new Date(now - 60 * day),
    removed_at: null,
    usable_from: null,
  },
  {
    id: 'payout-democn-card',
    member: democn,
    kind: 'bank',
    holder: '云小演',
    number: '6222021000087654',
    bank: 'ICBC',
    branch: '杭州西湖支行',
    swift: null,
    country: null,
    at: new Date(now - 70 * day),
    removed_at: null,
    usable_from: null,
  },
  {
    id: 'payout-democn-alipay',
    member: democn,
    kind: 'alipay',
    holder: '云小演',
    number: '13800138000',
    bank: null,
    branch: null,
    swift: null,
    country: null,
    at: new Date(now - 40 * day),
    removed_at: null,
    usable_from: null,
  },
];

interface Made {
  account: string;
  source: WithdrawalSource;
  amount: number;
  status: WithdrawalStatus;
  daysAgo: number;
  remark?: string;
  reason?: string;
  reference?: string;
}

/** Oldest first. Withdrawals with status 0 or 1 are open and make up the frozen balance. */
const made: Made[] = [
  {
    account: 'payout-demo-card',
    source: 'balance',
    amount: 600_00,
    status: WithdrawalStatus.remitted,
    daysAgo: 81.2,
    remark: 'First withdrawal',
    reference: 'FT26090112345',
  },
  {
    account: 'payout-demo-usdt',
    source: 'balance',
    amount: 500_00,
    status: WithdrawalStatus.remitted,
    daysAgo: 46.4,
    reference: '9c1f4d0e7a52',
  },
  {
    account: 'payout-demo-card',
    source: 'balance',
    amount: 800_00,
    status: WithdrawalStatus.rejected,
    daysAgo: 33.1,
    reason: 'The bank returned the payment: the name does not match the account.',
  },
  {
    account: 'payout-demo-card',
    source: 'store',
    amount: 200_00,
    status: WithdrawalStatus.remitted,
    daysAgo: 20.3,
    reference: 'FT26110198765',
  },
  {
    account: 'payout-demo-usdt',
    source: 'balance',
    amount: 150_00,
    status: WithdrawalStatus.revoked,
    daysAgo: 10.6,
  },
  {
    account: 'payout-demo-card',
    source: 'balance',
    amount: 300_00,
    status: WithdrawalStatus.approved,
    daysAgo: 1.3,
  },
  {
    account: 'payout-demo-card',
    source: 'store',
    amount: 120_00,
    status: WithdrawalStatus.applied,
    daysAgo: 0.25,
    remark: 'Shop earnings of this month',
  },
  {
    account: 'payout-demo-card',
    source: 'balance',
    amount: 200_00,
    status: WithdrawalStatus.applied,
    daysAgo: 0.1,
  },
  {
    account: 'payout-democn-card',
    source: 'balance',
    amount: 300_00,
    status: WithdrawalStatus.remitted,
    daysAgo: 50.2,
    reference: '2610050001',
  },
  {
    account: 'payout-democn-card',
    source: 'balance',
    amount: 200_00,
    status: WithdrawalStatus.rejected,
    daysAgo: 21.4,
    reason: '开户支行有误，请核对后重新提交。',
  },
  {
    account: 'payout-democn-alipay',
    source: 'balance',
    amount: 100_00,
    status: WithdrawalStatus.revoked,
    daysAgo: 9.1,
    remark: '填错金额',
  },
  {
    account: 'payout-democn-alipay',
    source: 'balance',
    amount: 150_00,
    status: WithdrawalStatus.approved,
    daysAgo: 1.1,
  },
  {
    account: 'payout-democn-card',
    source: 'store',
    amount: 60_00,
    status: WithdrawalStatus.applied,
    daysAgo: 0.15,
  },
];

/** Writes payout accounts and withdrawals in every state, and returns their movements. */
export async function seedWallet(tx: Tx, settings: Settings, now: number): Promise<PastMovement[]> {
  const own = accounts(now);
  await insertAll(tx, 'payout_account', own);
  const movements: PastMovement[] = [];
  const rows = made.map((one, at): WithdrawalRow => {
    // biome-ignore lint/style/noNonNullAssertion: both are lists of this file
    const account = own.find(({ id }) => id === one.account)!;
    const row = withdrawal(one, account, at, settings, now);
    movements.push(...movementsOf(row, at));
    return row;
  });
  await insertAll(tx, 'withdrawal', rows);
  return movements;
}

function withdrawal(one: Made, account: Account, at: number, settings: Settings, now: number): WithdrawalRow {
  const { source, amount, status } = one;
  const appliedAt = now - one.daysAgo * day;
  const after = (hours: number) => new Date(Math.min(appliedAt + hours * hour, now));
  const { fee, usdt = null, expectedBy } = quoteOf(amount, account.kind === 'usdt', settings, appliedAt);
  return {
    id: `demo-withdrawal-${at + 1}`,
    number: `W${dayOf(appliedAt).replace(/-/g, '')}${String(at + 1).padStart(4, '0')}DEMO`,
    member: account.member,
    source,
    amount,
    fee,
    usdt,
    status,
    account: account.id,
    kind: account.kind,
    holder: account.holder,
    account_number: account.number,
    bank: account.bank,
    branch: account.branch,
    swift: account.swift,
    country: account.country,
    remark: one.remark ?? '',
    reason: one.reason ?? null,
    reference: one.reference ?? null,
    applied_at: new Date(appliedAt),
    expected_by: new Date(expectedBy),
    decided_at: status > 0 && status < 4 ? after(5) : null,
    remitted_at: status === WithdrawalStatus.remitted ? after(20) : null,
    revoked_at: status === WithdrawalStatus.revoked ? after(2) : null,
    returned_at: null,
  };
}

function movementsOf(row: WithdrawalRow, at: number): PastMovement[] {
  const past = (movement: Movement, when: Date): PastMovement => ({
    ...movement,
    id: `demo-${movement.kind}-${at + 1}`,
    at: when.getTime(),
  });
  const moves = [past(reserved(row), row.applied_at)];
  if (row.status === WithdrawalStatus.rejected)
    moves.push(past(givenBack(row, 'withdraw-rejected', row.reason ?? ''), row.decided_at ?? row.applied_at));
  if (row.status === WithdrawalStatus.remitted)
    moves.push(past(spent(row, row.reference ?? ''), row.remitted_at ?? row.applied_at));
  if (row.status === WithdrawalStatus.revoked)
    moves.push(past(givenBack(row, 'withdraw-revoked', ''), row.revoked_at ?? row.applied_at));
  return moves;
}
