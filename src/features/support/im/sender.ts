import { sendMessage } from '../../../contract/support/im';
import type { App } from '../../../core/app';
import { asFailure } from '../../../core/http/failure';
import { sendPicture } from '../compose/send-picture';
import type { createConversation } from '../conversation/conversation';
import type { createPhoneOutbox, Unsent } from '../conversation/unsent';

type Line = Pick<ReturnType<typeof createConversation>, 'unsent' | 'connected' | 'poll' | 'fetch'>;

/** Sends waiting messages while the conversation is open. */
export function createSender(
  upload: App['upload'],
  outbox: ReturnType<typeof createPhoneOutbox>,
  { unsent, connected, poll, fetch }: Line,
) {
  let open = false;
  let sending = false;

  /** Whether it was sent; a refused message stays visible, and does not block others. */
  async function sendOne({ key, text, hasPicture, picture }: Unsent): Promise<boolean> {
    try {
      let id = picture;
      if (hasPicture && !id) {
        id = await sendPicture(upload, outbox.picture(key));
        unsent.value = outbox.change(key, { picture: id });
      }
      const sent = await fetch(sendMessage, { text, ...(id && { picture: id }) }, { key });
      unsent.value = outbox.change(key, { sent: sent.id });
      if (!connected.peek()) poll.wake(); // there is a connection again: receive this message, and earlier ones
      connected.value = true;
    } catch (error) {
      const { kind, message } = asFailure(error);
      if (kind !== 'refused') {
        connected.value = false;
        return false;
      }
      unsent.value = outbox.change(key, { refused: message });
    }
    return true;
  }

  return {
    /** One after the other. After a lost connection, the next request or a wake-up restarts it. */
    sendAll() {
      if (sending) return;
      sending = true;
      const next = async (): Promise<void> => {
        const waiting = open && unsent.peek().find(({ sent, refused }) => (sent ?? refused) === undefined);
        if (waiting && (await sendOne(waiting))) await next();
      };
      void next().finally(() => {
        sending = false;
      });
    },
    open() {
      open = true;
      return () => {
        open = false;
      };
    },
  };
}
