// The framing of scrcpy 2 and 3 (https://github.com/Genymobile/scrcpy/blob/master/doc/develop.md), as far as the gateway looks into it.

/** Bytes before the data of a packet; the first message of a stream, with the codec and the size of the picture, has as many. */
const headLength = 12;
const codec = Buffer.from('h264');

type PacketKind = 'size' | 'configuration' | 'key' | 'delta';

/** The kind of a message of a stream; undefined if it is none. */
export function kindOf(message: Buffer): PacketKind | undefined {
  if (message.length === headLength) return message.subarray(0, 4).equals(codec) ? 'size' : undefined;
  if (message.length < headLength || message.readUInt32BE(8) !== message.length - headLength) return;
  const flags = message[0] ?? 0;
  if (flags & 0x80) return 'configuration';
  return flags & 0x40 ? 'key' : 'delta';
}

/** The size that a message of a stream says; undefined if it is another message. */
export const sizeOf = (message: Buffer): PhoneSize | undefined =>
  kindOf(message) === 'size'
    ? { width: message.readUInt32BE(4), height: message.readUInt32BE(8) }
    : undefined;

/** Pixels. */
export interface PhoneSize {
  width: number;
  height: number;
}

/** Where a message names a place, followed by the size of the screen for which it is meant: of a touch and of scrolling. */
const placeAt: Record<number, number> = { 2: 10, 3: 1 };
const question = 8;

/**
 * The same message for another phone, whose screen has this size: places are the same fraction of it. Undefined for a question for the clipboard, which
 * only the phone that is looked at answers, and for a place on a screen without a size.
 */
export function forPhone(message: Buffer, { width, height }: PhoneSize): Buffer | undefined {
  const [type = -1] = message;
  if (type === question) return;
  const at = placeAt[type];
  if (at === undefined) return message;
  const [x, y] = [message.readInt32BE(at), message.readInt32BE(at + 4)];
  const [wide, high] = [message.readUInt16BE(at + 8), message.readUInt16BE(at + 10)];
  if (!wide || !high) return;
  const scaled = Buffer.from(message);
  const within = (value: number, most: number) => Math.max(0, Math.min(most - 1, Math.round(value)));
  scaled.writeInt32BE(within((x * width) / wide, width), at);
  scaled.writeInt32BE(within((y * height) / high, height), at + 4);
  scaled.writeUInt16BE(Math.min(width, 0xffff), at + 8);
  scaled.writeUInt16BE(Math.min(height, 0xffff), at + 10);
  return scaled;
}

/** Bytes of a text that is typed, and of one that is put into the clipboard. */
const [longestText, longestClipboard] = [300, 16_384];
/** Asks for a picture that needs no other. */
export const resetVideo = Buffer.from([17]);

/** Whether a message of a page controls the phone in one of the ways that members have; scrcpy also has others, such as starting apps. */
export function isControl(message: Buffer): boolean {
  const { length } = message;
  switch (message[0]) {
    case 0: // key
      return length === 14;
    case 1: // text
      return length >= 5 && length <= 5 + longestText && length === 5 + message.readUInt32BE(1);
    case 2: // touch
      return length === 32;
    case 3: // scroll
      return length === 21;
    case 4: // back, or screen on
    case 8: // get the clipboard
      return length === 2;
    case 9: // set the clipboard
      return length >= 14 && length <= 14 + longestClipboard && length === 14 + message.readUInt32BE(10);
    case 11: // rotate
      return length === 1;
    default:
      return false;
  }
}
