/** UUID v4. `crypto.randomUUID` came with Chrome 92 and iOS 15.4. */
export function uuid(): string {
  const random = [...crypto.getRandomValues(new Uint8Array(16))];
  const bytes = random.map((byte, at) => (at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte));
  const hex = bytes.map((byte) => (byte + 256).toString(16).slice(1)).join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
