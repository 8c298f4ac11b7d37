import { sha256 } from '@noble/hashes/sha2.js';
import * as v from 'valibot';
import { required } from './fields';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The 25 bytes of a base58 text of 34 characters (58³⁴ is less than 256²⁵), or undefined. */
function decode(address: string): Uint8Array | undefined {
  if (address.length !== 34) return;
  const bytes = new Uint8Array(25);
  for (const one of address) {
    let carry = alphabet.indexOf(one);
    if (carry < 0) return;
    for (let at = 24; at >= 0; at--) {
      // biome-ignore lint/style/noNonNullAssertion: there are 25
      carry += bytes[at]! * 58;
      bytes[at] = carry & 255;
      carry >>= 8;
    }
  }
  return bytes;
}

/** Base58check with TRON's prefix 0x41: the phone detects a mistyped character. */
export function isTronAddress(address: string): boolean {
  const bytes = decode(address);
  if (bytes?.[0] !== 0x41) return false;
  const sum = sha256(sha256(bytes.subarray(0, 21)));
  return bytes.subarray(21).every((byte, at) => byte === sum[at]);
}

/** The address of 20 zero bytes: valid, but nobody has its key. */
export const isTronBurnAddress = (address: string) =>
  decode(address)
    ?.subarray(1, 21)
    .every((byte) => byte === 0) ?? false;

/** A USDT payee: base58check, and not the address without a key. Separate from the rules because of its SHA-256. */
// Annotated so that a screen with rules of other accounts does not include it.
export const tronAddress = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ required(),
  /* @__PURE__ */ v.check(isTronAddress, 'tron'),
  /* @__PURE__ */ v.check((address) => !isTronBurnAddress(address), 'tronBurn'),
);
