/** Bits that a step turns by, four for each round; and which word of a block it takes: `first + step * factor`. */
const turns = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const firsts = [0, 1, 5, 0];
const factors = [1, 5, 3, 7];

/** MD5 (RFC 1321) of bytes, or of a text's UTF-8, in lower-case hex. It signs and names; it protects nothing. */
export function md5(input: string | Uint8Array): string {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  const length = bytes.length;
  const words = new Int32Array((((length + 8) >> 6) + 1) * 16);
  bytes.forEach((byte, at) => {
    // biome-ignore lint/style/noNonNullAssertion: a block more than the bytes need
    words[at >> 2]! |= byte << ((at & 3) * 8);
  });
  // biome-ignore lint/style/noNonNullAssertion: as above
  words[length >> 2]! |= 128 << ((length & 3) * 8);
  words[words.length - 2] = length * 8;

  const sines = new Int32Array(64).map((_, step) => Math.abs(Math.sin(step + 1)) * 2 ** 32);
  const state = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  for (let block = 0; block < words.length; block += 16) {
    let [a, b, c, d] = state as [number, number, number, number];
    for (let step = 0; step < 64; step++) {
      const round = step >> 4;
      const mixed = !round
        ? (b & c) | (~b & d)
        : round < 2
          ? (b & d) | (c & ~d)
          : round < 3
            ? b ^ c ^ d
            : c ^ (b | ~d);
      // biome-ignore lint/style/noNonNullAssertion: there are four rounds, and four in either table
      const at = (firsts[round]! + step * factors[round]!) & 15;
      // biome-ignore lint/style/noNonNullAssertion: a block has 16 words, and there are 64 sines
      const sum = (a + mixed + words[block + at]! + sines[step]!) | 0;
      // biome-ignore lint/style/noNonNullAssertion: below 4 * 4
      const turn = turns[round * 4 + (step & 3)]!;
      a = d;
      d = c;
      c = b;
      b = (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0;
    }
    [a, b, c, d].forEach((value, at) => {
      // biome-ignore lint/style/noNonNullAssertion: both have four
      state[at] = (state[at]! + value) | 0;
    });
  }
  return state
    .map((word) =>
      [0, 8, 16, 24].map((shift) => (((word >> shift) & 255) + 256).toString(16).slice(1)).join(''),
    )
    .join('');
}
