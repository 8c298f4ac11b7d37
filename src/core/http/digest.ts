/** SHA-256 of an input's JSON text in UTF-8, in lower-case hex; undefined in a page without a secure context, which has no digests. */
export async function digestOf(input: object): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(JSON.stringify(input));
  const hash = await globalThis.crypto?.subtle?.digest('SHA-256', bytes);
  return hash && [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
