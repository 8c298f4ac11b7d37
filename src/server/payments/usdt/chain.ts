import type { Db } from '../../db/database';
import type { Settings } from '../../settings/settings';
import { tronGrid } from './trongrid';

/** What one transaction transferred of our token to one address. */
export interface Transfer {
  txid: string;
  from: string;
  to: string;
  /** 10^-6 USDT. */
  amount: number;
  /** When its block was made: milliseconds since the epoch. */
  at: number;
}

/** The chain, as far as being paid needs it. */
export interface Chain {
  /** Transfers of the token to an address since `since`, oldest first; also those that are not final yet. */
  transfers(address: string, since: number): Promise<Transfer[]>;
  /** What became of a transfer. `pending` as long as the chain does not say for good. */
  outcome(transfer: Transfer, now: number): Promise<'final' | 'reverted' | 'pending'>;
}

/** Milliseconds after which the sandbox's transfers are final; the real chain takes about a minute. */
const sandboxConfirms = 4_000;

/** A chain in our own database, on which the sandbox page makes transfers. */
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

/** The real one where addresses are set; otherwise the sandbox, where there is one. */
export function chainOf(db: Db, { tron, sandboxes }: Settings): Chain | undefined {
  if (tron) return tronGrid(tron);
  return sandboxes ? sandboxChain(db) : undefined;
}
