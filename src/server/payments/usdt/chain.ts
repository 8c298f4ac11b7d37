import type { Db } from '../../db/database';
import type { Settings } from '../../settings/settings';
import { tronGrid } from './trongrid';

/** A transfer of our token to one address by one transaction. */
export interface Transfer {
  txid: string;
  from: string;
  to: string;
  /** 10^-6 USDT. */
  amount: number;
  /** When its block was made: milliseconds since the epoch. */
  at: number;
}

/** The operations of the chain that payments need. */
export interface Chain {
  /** Transfers of the token to an address since `since`, oldest first; including those that are not final yet. */
  transfers(address: string, since: number): Promise<Transfer[]>;
  /** The result of a transfer. `pending` until the chain has a final result. */
  outcome(transfer: Transfer, now: number): Promise<'final' | 'reverted' | 'pending'>;
}

/** Milliseconds until the sandbox's transfers are final; the real chain takes about a minute. */
const sandboxConfirms = 4_000;

/** A simulated chain in our own database; the sandbox page makes transfers on it. */
const sandboxChain = ({ run }: Db): Chain => ({
  async transfers(address, since) {
    const rows = await run
      .selectFrom('sandbox_transfer')
      .selectAll()
      .where('address', '=', address)
      .where('at', '>=', new Date(since))
      .orderBy('at')
      .execute();
    return rows.map(({ txid, amount, at }) => ({
      txid,
      from: 'sandbox',
      to: address,
      amount,
      at: at.getTime(),
    }));
  },
  outcome: async ({ at }, now) => (now - at >= sandboxConfirms ? 'final' : 'pending'),
});

/** The real chain if addresses are configured; otherwise the sandbox, if enabled. */
export function chainOf(db: Db, { tron, sandboxes }: Settings): Chain | undefined {
  if (tron) return tronGrid(tron);
  return sandboxes ? sandboxChain(db) : undefined;
}
