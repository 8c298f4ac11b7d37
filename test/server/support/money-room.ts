import type { Insertable } from 'kysely';
import { WithdrawalStatus } from '../../../src/contract/money/wallet';
import type { Tables } from '../../../src/server/schema/tables';
import { decideWithdrawal } from '../../../src/server/wallet/decide-withdrawal';
import { addMember } from './member';
import type { Sent, TestGateway } from './open';
import { give } from './shop';
import { addAccount, withdraw } from './wallet';

/** Asks the back office with the token of a person. */
export async function asDesk({ desk: url }: TestGateway, token: string, path: string, body?: object) {
  const answer = await fetch(`${url}/operator/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

interface Approved {
  number: string;
  id: string;
  member: string;
  username: string;
  as: Sent;
}

/** A member of its own whose withdrawal has been approved. */
export async function approvedWithdrawal(
  gateway: TestGateway,
  {
    amount = 100_00,
    account = {},
  }: { amount?: number; account?: Partial<Insertable<Tables['payout_account']>> } = {},
): Promise<Approved> {
  const { id: member, username } = await addMember(gateway, { name: 'Li Mei' });
  const as = await gateway.signIn(member);
  await give(gateway, member, 'balance', amount);
  const { body, message } = await withdraw(gateway, as, await addAccount(gateway, member, account), {
    amount,
  });
  if (!body?.number) throw new Error(message);
  const step = { status: WithdrawalStatus.approved, usdtRate: gateway.settings.usdtRate };
  await decideWithdrawal(gateway.db, body.number, step, Date.now() + gateway.clock.ahead);
  return { number: body.number, id: body.id, member, username, as };
}

export interface CamtEntry {
  /** Fen, negative for a debit. */
  amount: number;
  reference?: string;
  bank?: string;
  party?: string;
  text?: string;
  day?: string;
  currency?: string;
  /** Why the payment came back. */
  returned?: string;
}

const decimal = (fen: number) => (Math.abs(fen) / 100).toFixed(2);
const side = (fen: number) => `<CdtDbtInd>${fen < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

/** A statement of the account DE1 as a bank sends it (camt.053.001.08); with an opening balance, it has a closing one too. */
export function camt(entries: CamtEntry[], { opening }: { opening?: number } = {}): string {
  const balance = (code: string, fen: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="CNY">${decimal(fen)}</Amt>${side(fen)}<Dt><Dt>2026-11-20</Dt></Dt></Bal>`;
  const closing = (opening ?? 0) + entries.reduce((sum, { amount }) => sum + amount, 0);
  const ntry = ({ amount, reference, bank, party, text, day, currency = 'CNY', returned }: CamtEntry) =>
    `<Ntry><Amt Ccy="${currency}">${decimal(amount)}</Amt>${side(amount)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${
      day ?? '2026-11-20'
    }</Dt></BookgDt>${bank ? `<AcctSvcrRef>${bank}</AcctSvcrRef>` : ''}<NtryDtls><TxDtls><Refs>${
      reference ? `<EndToEndId>${reference}</EndToEndId>` : ''
    }</Refs><RltdPties><Dbtr><Pty><Nm>${party ?? ''}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${
      text ?? ''
    }</Ustrd></RmtInf>${
      returned ? `<RtrInf><AddtlInf>${returned}</AddtlInf></RtrInf>` : ''
    }</TxDtls></NtryDtls></Ntry>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>',
    '<Acct><Id><IBAN>DE1</IBAN></Id></Acct>',
    ...(opening === undefined ? [] : [balance('OPBD', opening), balance('CLBD', closing)]),
    ...entries.map(ntry),
    '</Stmt></BkToCstmrStmt></Document>',
  ].join('\n');
}
