import {
  listMessages,
  type Message,
  type Progress,
  readMessages,
  waitForMessages,
} from '../../../contract/support/im';
import type { App } from '../../../core/app';
import { asFailure } from '../../../core/http/failure';
import { ownStore } from '../../../core/session/own-store';
import { type Conversation, createConversation, type Log } from '../conversation/conversation';
import { createPhoneOutbox, type Unsent } from '../conversation/unsent';
import { createSender } from './sender';

/** Milliseconds between an answer without news that came too early and the next request. */
const pauseMs = 2000;

export type MessageLog = Log<Message> & Progress;

const lastOf = (items: Message[]) => items[items.length - 1]?.id ?? 0;

/** A member's conversation with support, while the screen is open. */
export interface ImConversation extends Conversation<MessageLog> {
  /** The picture of an unsent message. */
  picture(key: string): string | undefined;
  /** Marks all messages as read. */
  markRead(): void;
}

export function createImConversation(app: App): ImConversation {
  const { upload, platform, session } = app;
  const outbox = createPhoneOutbox(ownStore(platform.local, session.userInfo.peek()?.userId ?? ''));
  const sendAll = () => sender.sendAll();
  const line = createConversation<
    Message,
    MessageLog,
    Message,
    { items: Message[]; next?: string } & Progress
  >(app, {
    list: listMessages,
    outbox,
    itemsOf: ({ items }) => items,
    step,
    flush: sendAll,
    onWake: sendAll,
  });
  const sender = createSender(upload, outbox, line);
  const { conversation, log, unsent, fetch, set } = line;

  /** Removes the messages from the unsent ones that are in the log. */
  function dropDelivered(all: Message[]) {
    const last = lastOf(all);
    const isDelivered = ({ key, sent = last + 1 }: Unsent) =>
      sent <= last || all.some((one) => one.key === key);
    if (unsent.peek().length) unsent.value = outbox.drop(isDelivered);
  }
  // the log may be here already: from the page's first call, or from an earlier visit
  dropDelivered(log.peek().value?.items ?? []);

  function append({ items, newest, deskRead, unread }: { items: Message[] } & Progress, next?: string) {
    const present = log.peek().value ?? { items: [], next };
    const all = [...present.items, ...items.filter(({ id }) => id > lastOf(present.items))];
    set({ ...present, items: all, newest, deskRead, unread });
    dropDelivered(all);
  }

  /** One request and its answer: the newest page, then new messages. */
  async function listen(abort: AbortSignal): Promise<boolean> {
    const present = log.peek().value;
    if (!present) {
      const first = await fetch(listMessages, {}, { signal: abort });
      append(first, first.next);
      return true;
    }
    const { deskRead } = present;
    const answer = await fetch(
      waitForMessages,
      { after: lastOf(present.items), deskRead },
      { signal: abort },
    );
    append(answer);
    return answer.items.length > 0 || answer.deskRead > deskRead;
  }

  async function step(abort: AbortSignal): Promise<number> {
    const began = Date.now();
    sendAll();
    const changed = await listen(abort);
    return !changed && Date.now() - began < pauseMs ? pauseMs : 0;
  }

  return {
    ...conversation,
    again(key) {
      conversation.again(key);
      conversation.wake();
    },
    picture: outbox.picture,
    async markRead() {
      const present = log.peek().value;
      if (!present?.unread) return;
      set({ unread: 0 });
      try {
        await fetch(readMessages, { upTo: lastOf(present.items) });
      } catch (error) {
        asFailure(error); // the next read message reports it again
      }
    },
    open() {
      const stops = [sender.open(), conversation.open()];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
