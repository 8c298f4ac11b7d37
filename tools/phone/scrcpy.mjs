// The framing of scrcpy 2 and 3 (https://github.com/Genymobile/scrcpy/blob/master/doc/develop.md): the stream of a screen, and the messages
// that control a phone.

/** Bits of the time of a packet that say what it contains. */
const isConfiguration = 1n << 63n;
const isKeyFrame = 1n << 62n;

/**
 * The first message of a stream: the codec, and the size of the picture.
 * @param {number} width
 * @param {number} height
 */
export function codecMeta(width, height) {
  const bytes = Buffer.alloc(12);
  bytes.write('h264', 0, 'latin1');
  bytes.writeUInt32BE(width, 4);
  bytes.writeUInt32BE(height, 8);
  return bytes;
}

/**
 * A packet of the stream. `at` in microseconds since its beginning.
 * @param {{ kind: 'configuration' | 'key' | 'delta', at: number, data: Buffer }} packet
 */
export function packetOf({ kind, at, data }) {
  const head = Buffer.alloc(12);
  const flags = kind === 'configuration' ? isConfiguration : kind === 'key' ? isKeyFrame : 0n;
  head.writeBigUInt64BE(kind === 'configuration' ? flags : flags | BigInt(at), 0);
  head.writeUInt32BE(data.length, 8);
  return Buffer.concat([head, data]);
}

/**
 * @typedef {{ kind: 'touch', action: 'down' | 'up' | 'move', x: number, y: number }
 *   | { kind: 'key', action: 'down' | 'up', code: number }
 *   | { kind: 'text', text: string }
 *   | { kind: 'back', action: 'down' | 'up' }
 *   | { kind: 'copy', text: string, paste: boolean }
 *   | { kind: 'clipboard' | 'rotate' | 'reset' }} Control
 */

const actions = /** @type {const} */ (['down', 'up', 'move']);

/**
 * A message to the phone; undefined if it is none that this phone understands. Positions are scaled from the size that the sender saw to
 * `size`.
 * @param {Buffer} bytes
 * @param {{ width: number, height: number }} size
 * @returns {Control | undefined}
 */
export function controlOf(bytes, size) {
  const type = bytes[0];
  const action = actions[bytes[1] ?? 3];
  if (type === 0 && bytes.length === 14 && action && action !== 'move')
    return { kind: 'key', action, code: bytes.readInt32BE(2) };
  if (type === 1 && bytes.length > 5 && bytes.length === 5 + bytes.readUInt32BE(1))
    return { kind: 'text', text: bytes.toString('utf8', 5) };
  if (type === 2 && bytes.length === 32 && action) {
    const [x, y] = [bytes.readInt32BE(10), bytes.readInt32BE(14)];
    const [wide, high] = [bytes.readUInt16BE(18), bytes.readUInt16BE(20)];
    if (!wide || !high) return;
    return { kind: 'touch', action, x: (x * size.width) / wide, y: (y * size.height) / high };
  }
  if (type === 4 && bytes.length === 2 && action && action !== 'move') return { kind: 'back', action };
  if (type === 8 && bytes.length === 2) return { kind: 'clipboard' };
  if (type === 9 && bytes.length >= 14 && bytes.length === 14 + bytes.readUInt32BE(10))
    return { kind: 'copy', text: bytes.toString('utf8', 14), paste: bytes[9] === 1 };
  if (type === 11 && bytes.length === 1) return { kind: 'rotate' };
  if (type === 17 && bytes.length === 1) return { kind: 'reset' };
  return;
}
