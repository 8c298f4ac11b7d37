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
