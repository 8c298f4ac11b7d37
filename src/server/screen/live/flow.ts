import { kindOf } from './framing';

/** Milliseconds of pictures, and the fewest bytes, that may be on their way to a page. */
const [aheadMs, fewestBytes] = [1000, 40_960];

/**
 * Decides which packets a page receives. Packets that it cannot receive in time are dropped up to the next complete picture, so that nothing
 * queues up: at the gateway, in the kernel or at a proxy.
 */
export function createFlow() {
  let [sent, got] = [0, 0];
  let isDropping = true;
  let isAway = false;
  /** The size and the configuration, which precede the next complete picture. */
  let before: Buffer[] = [];

  return {
    /** The messages to send for one of the provider's. `rate`: of the stream, in bits a second. `onDrop`: the page is behind from here on. */
    take(message: Buffer, rate: number, onDrop: () => void): Buffer[] {
      const kind = kindOf(message);
      if (!kind) return [];
      if (kind === 'size') before = [message];
      else if (kind === 'configuration')
        before = [...before.filter((one) => kindOf(one) === 'size'), message];
      if (kind === 'size' || kind === 'configuration') return [];
      const hasRoom = sent - got < Math.max(fewestBytes, (rate / 8) * (aheadMs / 1000));
      if (isAway || !hasRoom || (isDropping && kind === 'delta')) {
        if (!isDropping && !isAway) onDrop();
        isDropping = true;
        return [];
      }
      isDropping = false;
      const messages = [...before, message];
      before = [];
      for (const { length } of messages) sent += length;
      return messages;
    },
    /** The page has shown this many bytes in total. Returns whether a complete picture would be sent now, and none has been since the last drop. */
    shown(bytes: number): boolean {
      got = Math.max(got, Math.min(bytes, sent));
      isAway = false;
      return isDropping && sent === got;
    },
    /** Sends nothing until the next `shown`. */
    away(): void {
      isAway = true;
    },
    /** Another stream follows, whose first picture is complete. */
    restart(): void {
      isDropping = true;
      before = [];
    },
  };
}
