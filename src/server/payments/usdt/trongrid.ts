import type { TronSettings } from '../../settings/provider-settings';
import { hexOf } from './addresses';
import type { Chain, Transfer } from './chain';

/** Milliseconds to wait for TronGrid; items per page and maximum number of pages. */
const timeoutMs = 10_000;
const pageSize = 200;
const mostPages = 20;

/** keccak256 of Transfer(address,address,uint256). */
const transferEvent = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

interface Item {
  transaction_id?: unknown;
  token_info?: { address?: unknown };
  block_timestamp?: unknown;
  from?: unknown;
  to?: unknown;
  type?: unknown;
  value?: unknown;
}

interface Info {
  id?: string;
  receipt?: { result?: string };
  log?: { address?: string; topics?: string[]; data?: string }[];
}

/** TronGrid's API. A list is only a hint: the log of the transaction in a solidified block decides. */
export function tronGrid({ api, apiKey, contract }: TronSettings, fetch = globalThis.fetch): Chain {
  async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
    const response = await fetch(`${api}${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', ...(apiKey && { 'TRON-PRO-API-KEY': apiKey }) },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`TronGrid answers ${response.status}`);
    return (await response.json()) as T;
  }

  return {
    async transfers(address, since) {
      const found: Transfer[] = [];
      let fingerprint: string | undefined;
      for (let page = 0; page < mostPages; page++) {
        const query = new URLSearchParams({
          only_to: 'true',
          contract_address: contract,
          min_timestamp: `${since}`,
          order_by: 'block_timestamp,asc',
          limit: `${pageSize}`,
          ...(fingerprint && { fingerprint }),
        });
        const { data, meta } = await ask<{ data?: Item[]; meta?: { fingerprint?: string } }>(
          `/v1/accounts/${address}/transactions/trc20?${query}`,
        );
        for (const item of data ?? []) {
          const transfer = read(item, address, contract);
          if (transfer) found.push(transfer);
        }
        fingerprint = meta?.fingerprint;
        if (!fingerprint) break;
      }
      return added(found).sort((a, b) => a.at - b.at);
    },

    async outcome({ txid, to, amount }) {
      const info = await ask<Info>('/walletsolidity/gettransactioninfobyid', {
        method: 'POST',
        body: JSON.stringify({ value: txid }),
      });
      // Not solidified yet. "Not found" is not "failed".
      if (info.id !== txid || !info.receipt) return 'pending';
      if (info.receipt.result !== 'SUCCESS') return 'reverted';
      return transferred(info, contract, to) === BigInt(amount) ? 'final' : 'reverted';
    },
  };
}

/** An item of the list, if it is a transfer of our token to our address: anybody can create a token called USDT. */
function read(item: Item, address: string, contract: string): Transfer | undefined {
  const { transaction_id: txid, value, block_timestamp: at, from } = item;
  if (item.type !== 'Transfer' || item.to !== address || item.token_info?.address !== contract) return;
  if (typeof txid !== 'string' || typeof value !== 'string' || typeof at !== 'number') return;
  const amount = Number(value);
  if (!/^\d{1,16}$/.test(value) || !Number.isSafeInteger(amount) || amount < 1) return;
  return { txid, from: String(from), to: address, amount, at };
}

/** A transaction may transfer to one address several times. */
function added(transfers: readonly Transfer[]): Transfer[] {
  const all = new Map<string, Transfer>();
  for (const one of transfers)
    all.set(one.txid, { ...one, amount: one.amount + (all.get(one.txid)?.amount ?? 0) });
  return [...all.values()];
}

/** 10^-6 USDT that the logs of a transaction transfer to an address. */
function transferred({ log = [] }: Info, contract: string, to: string): bigint {
  const token = hexOf(contract);
  const payee = hexOf(to).padStart(64, '0');
  return log
    .filter(
      ({ address, topics }) =>
        address === token && topics?.[0] === transferEvent && topics[2]?.padStart(64, '0') === payee,
    )
    .reduce((sum, { data }) => sum + BigInt(`0x${data || '0'}`), BigInt(0));
}
