import { dayOf } from '../kernel/dates';
import { sha256 } from '../kernel/sha256';
import type { Chain } from '../payments/usdt/chain';
import type { Statement } from './entry';

/** The transfers to our addresses since a time, as a statement. Amounts are 10^-6 USDT. */
export async function readChain(
  chain: Chain,
  addresses: readonly string[],
  since: number,
): Promise<{ id: string; statement: Statement }> {
  const transfers = [];
  for (const address of addresses) transfers.push(...(await chain.transfers(address, since)));
  const entries = transfers.map(({ txid, from, to, amount, at }) => ({
    day: dayOf(at),
    amount,
    currency: 'USDT',
    reference: `${txid}/${to}`,
    bankReference: txid,
    party: from,
    partyAccount: to,
    text: '',
    returned: false,
    provider: { about: 'payment' as const, fee: 0 },
  }));
  const statement: Statement = { format: 'tron', account: 'TRON', way: 'usdt', entries };
  return { id: sha256(JSON.stringify(transfers)), statement };
}
