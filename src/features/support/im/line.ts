import {
  listMessages,
  type Message,
  type Progress,
  readMessages,
  sendMessage,
  unreadMessages,
  waitForMessages,
} from '../../../contract/im';
import type { App } from '../../../core/app';
import type { QueryState } from '../../../core/data/query';
import { type ReadonlySignal, type Signal, signal } from '../../../core/data/signals';
import { asFailure, type Failure } from '../../../core/http/failure';
import { uuid } from '../../../core/uuid';
import { sendPicture } from '../compose/send-picture';
import { createLongPoll, quietly } from '../conversation/long-poll';
import { createOutbox, type Unsent } from '../conversation/unsent';

/** Milliseconds between an answer without news that came too soon and the next question. */
const pause = 2000;

/** What is here of a conversation: everything from the first of `items` to its newest. */
export interface Log extends Progress {
  items: Message[];
  /** Where older ones are; absent when the first of all is here. */
  next?: string | undefined;
}

const lastOf = (items: Message[]) => items[items.length - 1]?.id ?? 0;

/** A member's line to the desk, while the screen is open. */
export interface Line {
  readonly log: ReadonlySignal<QueryState<Log>>;
  readonly unsent: ReadonlySignal<Unsent[]>;
  /** Whether the last attempt to hear or to send something came through. */
  readonly connected: ReadonlySignal<boolean>;
  readonly older: ReadonlySignal<{ busy?: boolean; failure?: Failure }>;
  /** Keeps the message and sends it as soon as it can. `picture`: a data URL. */
  say(text: string, picture?: string): void;
  /** Tries one again that waits or was refused, in its turn. */
  again(key: string): void;
  forget(key: string): void;
  /** The picture of an unsent message. */
  picture(key: string): string | undefined;
  loadOlder(): void;
  /** Everything here has been read. */
  markRead(): void;
  /** Tries at once whatever waits: the phone is awake, or connected, or the member wants it. */
  wake(): void;
  /** Hears and sends until it is stopped. */
  open(): () => void;
}

export function createLine({ send, wire, expired, queries, platform, session }: App): Line {
  const log = queries.entry(listMessages, {}).state as Signal<QueryState<Log>>;
  const outbox = createOutbox(platform.local, session.userInfo.peek()?.userId ?? '');
  const unsent = signal(outbox.read());
  const connected = signal(true);
  const older = signal<{ busy?: boolean; failure?: Failure }>({});
  let closed = true;
  let sending = false;

  const ask = quietly(send);

  /** Puts what came behind what is here; whatever of it was ours is not unsent any more. */
  const hear = ({ items, newest, deskRead, unread }: { items: Message[] } & Progress, next?: string) => {
    const known = log.peek().value ?? { items: [], next };
    const fresh = items.filter(({ id }) => id > lastOf(known.items));
    const value = { ...known, items: [...known.items, ...fresh], newest, deskRead, unread };
    log.value = { value, busy: false };
    const last = lastOf(value.items);
    const isHere = ({ key, sent = last + 1 }: Unsent) => sent <= last || fresh.some((one) => one.key === key);
    if (unsent.peek().length) unsent.value = outbox.drop(isHere);
  };

  /** One question and its answer: the newest page, then whatever is new. */
  async function listen(abort: AbortSignal): Promise<boolean> {
    const known = log.peek().value;
    if (!known) {
      const first = await ask(listMessages, {}, abort);
      hear(first, first.next);
      return true;
    }
    const { deskRead } = known;
    const news = await ask(waitForMessages, { after: lastOf(known.items), deskRead }, abort);
    hear(news);
    return news.items.length > 0 || news.deskRead > deskRead;
  }

  const poll = createLongPoll({
    async step(abort) {
      const began = Date.now();
      void sendOn();
      const news = await listen(abort);
      return !news && Date.now() - began < pause ? pause : 0;
    },
    connected,
    failed(failure) {
      if (!log.peek().value) log.value = { failure, busy: false };
    },
  });

  /** Sends what waits, one after the other. What the server refuses stays for the member to see, and holds nothing up. */
  async function sendOn() {
    if (sending) return;
    sending = true;
    try {
      for (;;) {
        const next = closed
          ? undefined
          : unsent.peek().find(({ sent, refused }) => (sent ?? refused) === undefined);
        if (!next) return;
        const { key, text } = next;
        try {
          let { picture } = next;
          if (next.hasPicture && !picture) {
            picture = await sendPicture(wire, expired, outbox.picture(key));
            unsent.value = outbox.change(key, { picture });
          }
          const { id } = await ask(sendMessage, { text, requestKey: key, ...(picture && { picture }) });
          unsent.value = outbox.change(key, { sent: id });
          if (!connected.peek()) poll.wake(); // there is a connection again: hear it, and what came before it
          connected.value = true;
        } catch (error) {
          const failure = asFailure(error);
          if (failure.kind === 'refused') unsent.value = outbox.change(key, { refused: failure.message });
          else {
            connected.value = false;
            return; // the next question, or whoever wakes us, sets it going again
          }
        }
      }
    } finally {
      sending = false;
    }
  }

  const wake = () => {
    poll.wake();
    void sendOn();
  };

  return {
    log,
    unsent,
    connected,
    older,
    say(text, picture) {
      const message = { key: uuid(), text, at: new Date(Date.now() + wire.clock.ahead).toISOString() };
      unsent.value = outbox.add({ ...message, ...(picture && { hasPicture: true }) }, picture);
      void sendOn();
    },
    again(key) {
      unsent.value = outbox.change(key, { refused: undefined });
      wake();
    },
    forget(key) {
      unsent.value = outbox.drop((one) => one.key === key);
    },
    picture: outbox.picture,
    async loadOlder() {
      const known = log.peek().value;
      if (!known?.next || older.peek().busy) return;
      older.value = { busy: true };
      try {
        const { items, next } = await ask(listMessages, { from: known.next });
        const now = log.peek().value!;
        log.value = { value: { ...now, items: [...items, ...now.items], next }, busy: false };
        older.value = {};
      } catch (error) {
        const failure = asFailure(error);
        older.value = { failure };
      }
    },
    async markRead() {
      const known = log.peek().value;
      if (!known?.unread) return;
      log.value = { value: { ...known, unread: 0 }, busy: false };
      try {
        await ask(readMessages, { upTo: lastOf(known.items) });
        queries.changed(unreadMessages);
      } catch (error) {
        asFailure(error); // the next message that is read says it again
      }
    },
    wake,
    open() {
      closed = false;
      const stops = [platform.onShow(wake), platform.onOnline(wake)];
      poll.open();
      void sendOn();
      return () => {
        closed = true;
        poll.close();
        for (const stop of stops) stop();
      };
    },
  };
}
