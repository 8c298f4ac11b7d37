import { createHash } from 'node:crypto';
import type { Settings } from '../../settings/settings';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base = BigInt(58);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** Base58check of TRON's prefix and 20 bytes. */
function addressOf(twenty: Buffer): string {
  const bytes = Buffer.concat([Buffer.from([0x41]), twenty]);
  const checked = Buffer.concat([bytes, sha256(sha256(bytes)).subarray(0, 4)]);
  let text = '';
  for (let left = BigInt(`0x${checked.toString('hex')}`); left > 0; left /= base)
    text = alphabet[Number(left % base)] + text;
  return text;
}

/** The 20 bytes of a valid address as hex, as event logs contain them. */
export function hexOf(address: string): string {
  const number = [...address].reduce((all, one) => all * base + BigInt(alphabet.indexOf(one)), BigInt(0));
  return number.toString(16).padStart(50, '0').slice(2, 42);
}

/** Well-formed addresses without a known key: money sent there is lost, so they are for sandboxes only. */
const sandboxAddresses = [1, 2, 3].map((n) =>
  addressOf(sha256(Buffer.from(`cloudphone sandbox ${n}`)).subarray(0, 20)),
);

export const addressesOf = ({ tron, sandboxes }: Settings): string[] =>
  tron?.addresses ?? (sandboxes ? sandboxAddresses : []);

/** USDT's own contract. */
export const usdtContract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
