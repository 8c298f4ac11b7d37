import { WithdrawalStatus } from '../../contract/money/wallet';
import { yuan } from '../../contract/wire/yuan';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { accountOfRow } from '../ledger/accounts';
import { bankName } from './payout/banks';
import { countryName } from './payout/countries';
import type { WithdrawalRow } from './view';

/** The names of the statuses in the back office. */
const statusNames = Object.keys(WithdrawalStatus) as (keyof typeof WithdrawalStatus)[];

export const nameOfStatus = (status: WithdrawalStatus): string =>
  statusNames.find((name) => WithdrawalStatus[name] === status) ?? `${status}`;

/** Withdrawals with their members, for lists of the back office. */
export const withdrawalSheets = (run: Executor) =>
  run
    .selectFrom('withdrawal as w')
    .innerJoin('member as m', 'm.id', 'w.member')
    .selectAll('w')
    .select(['m.username', 'm.name'])
    .select((is) =>
      is
        .selectFrom('payout_batch_row as r')
        .innerJoin('payout_batch as b', 'b.number', 'r.batch')
        .select(({ fn }) => fn.max<string | null>('r.batch').as('batch'))
        .whereRef('r.member', '=', 'w.member')
        .whereRef('r.withdrawal', '=', 'w.id')
        .where('b.state', '!=', 'canceled')
        .as('batch'),
    );

type Row = WithdrawalRow & { username: string; name: string | null; batch: string | null };

/** A withdrawal by its id or number, with the movements of its money and the row itself. */
export async function getWithdrawalSheet(run: Executor, id: string) {
  const row = await withdrawalSheets(run)
    .where((is) => is.or([is('w.id', '=', id), is('w.number', '=', id)]))
    .executeTakeFirst();
  if (!row) throw new DomainError('withdrawalMissing');
  return { row, ...withdrawalSheet(row), movements: await movementsOf(run, row) };
}

/** In two statements: rows of the platform's accounts that an earlier version wrote lie in homes of their own. */
async function movementsOf(run: Executor, { member, number }: Row) {
  const transfers = await run
    .selectFrom('transfer')
    .select(['id', 'at', 'kind', 'memo'])
    .where('home', '=', member)
    .where('ref', '=', number)
    .orderBy('at')
    .execute();
  if (!transfers.length) return [];
  const ids = transfers.map(({ id }) => id);
  const postings = await run
    .selectFrom('posting')
    .select(['transfer', 'account', 'amount'])
    .where('transfer', 'in', ids)
    .orderBy('account')
    .execute();
  return transfers.flatMap(({ id, at, kind, memo }) =>
    postings
      .filter(({ transfer }) => transfer === id)
      .map(({ account, amount }) => ({ at, kind, account: accountOfRow(account), amount, memo })),
  );
}

/** Everything that a person needs to make the payment. `amount` and `fee` in fen. */
export const withdrawalSheet = (row: Row) => ({
  id: row.id,
  number: row.number,
  status: nameOfStatus(row.status),
  member: row.username,
  ...(row.name && { name: row.name }),
  source: row.source,
  amount: row.amount,
  fee: row.fee,
  remit: toRemit(row),
  to: {
    kind: row.kind,
    ...(row.holder && { holder: row.holder }),
    number: row.account_number,
    ...(row.bank !== null &&
      (row.kind === 'abroad' ? { bank: row.bank } : { bank: bankName(row.bank, 'zh'), bankCode: row.bank })),
    ...(row.branch !== null && { branch: row.branch }),
    ...(row.swift !== null && { swift: row.swift }),
    ...(row.country !== null && { country: `${row.country} ${countryName(row.country, 'en')}` }),
  },
  ...(row.batch && { batch: row.batch }),
  appliedAt: row.applied_at,
  expectedBy: row.expected_by,
  ...(row.remark && { remark: row.remark }),
  ...(row.decided_at && { decidedAt: row.decided_at }),
  ...(row.reason && { reason: row.reason }),
  ...(row.remitted_at && { remittedAt: row.remitted_at }),
  ...(row.reference && { reference: row.reference }),
  ...(row.revoked_at && { revokedAt: row.revoked_at }),
  ...(row.returned_at && { returnedAt: row.returned_at }),
});

const toRemit = ({ usdt, amount, fee }: WithdrawalRow) =>
  usdt === null ? yuan(amount - fee) : `${(usdt / 1e6).toFixed(6)} USDT`;
