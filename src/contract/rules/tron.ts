import { sha256 } from '@noble/hashes/sha2.js';
import * as v from 'valibot';
import { required } from './fields';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The 25 bytes of a base58 text of 34 characters, or nothing. */
function decode(address: string): Uint8Array | undefined {
  if (address.length !== 34) return;
  const bytes = new Uint8Array(25);
  for (const one of address) {
    const digit = alphabet.indexOf(one);
    if (digit < 0) return;
    const left = bytes.reduceRight((carry, byte, at) => {
      const sum = carry + byte * 58;
      bytes[at] = sum & 255;
      return sum >> 8;
    }, digit);
    if (left) return;
  }
  return bytes;
}

/** Base58check with TRON's prefix 0x41: a mistyped character is found on the phone. */
export function isTronAddress(address: string): boolean {
  const bytes = decode(address);
  if (bytes?.[0] !== 0x41) return false;
  const sum = sha256(sha256(bytes.subarray(0, 21)));
  return bytes.subarray(21).every((byte, at) => byte === sum[at]);
}

/** The address of 20 zero bytes: valid, and nobody has its key. */
export const isTronBurnAddress = (address: string) =>
  decode(address)
    ?.subarray(1, 21)
    .every((byte) => byte === 0) ?? false;

/** A USDT payee: base58check, and not the address that nobody has the key of. Apart from the rules, for its SHA-256. */
// Marked, so that a screen with rules of other accounts does not carry it.
export const tronAddress = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ required(),
  /* @__PURE__ */ v.check(isTronAddress, 'tron'),
  /* @__PURE__ */ v.check((address) => !isTronBurnAddress(address), 'tronBurn'),
);
