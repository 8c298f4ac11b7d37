/** Bits that a step turns by, four for each round; and which word of a block it takes: `first + step * factor`. */
const turns = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const firsts = [0, 1, 5, 0];
const factors = [1, 5, 3, 7];

/** MD5 (RFC 1321) of bytes, or of a text's UTF-8, in lower-case hex. It signs and names; it protects nothing. */
export function md5(input: string | Uint8Array): string {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  const length = bytes.length;
  const padded = new Uint8Array((((length + 8) >> 6) + 1) * 64);
  padded.set(bytes);
  padded[length] = 128;
  const words = new DataView(padded.buffer);
  words.setInt32(padded.length - 8, length * 8, true);

  const sines = new Int32Array(64).map((_, step) => Math.abs(Math.sin(step + 1)) * 2 ** 32);
  let state: [number, number, number, number] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  for (let block = 0; block < padded.length; block += 64) {
    let [a, b, c, d] = state;
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
      // biome-ignore lint/style/noNonNullAssertion: there are 64 steps, and as many sines
      const sum = (a + mixed + words.getInt32(block + at * 4, true) + sines[step]!) | 0;
      // biome-ignore lint/style/noNonNullAssertion: below 4 * 4
      const turn = turns[round * 4 + (step & 3)]!;
      a = d;
      d = c;
      c = b;
      b = (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0;
    }
    state = [(state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0];
  }
  return state
    .map((word) =>
      [0, 8, 16, 24].map((shift) => (((word >> shift) & 255) + 256).toString(16).slice(1)).join(''),
    )
    .join('');
}
