import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Call } from '../../../contract/wire/call';
import type { Page } from '../../../contract/wire/page';
import type { App } from '../../../core/app';
import type { QueryState } from '../../../core/data/query';
import { asFailure, type Failure } from '../../../core/http/failure';
import { newKey } from '../../../core/http/request-key';
import { createLongPoll, quietly } from './long-poll';
import type { Outbox, Unsent } from './unsent';

/** The loaded part of a conversation: everything from the first of `items` to the newest. */
export interface Log<T> {
  items: T[];
  /** The cursor of older messages; absent if the first message is loaded. */
  next?: string | undefined;
}

/** A conversation while a screen is open, with people or with a model. */
export interface Conversation<L> {
  readonly log: ReadonlySignal<QueryState<L>>;
  /** Messages that the server does not have yet, or refused. */
  readonly unsent: ReadonlySignal<Unsent[]>;
  /** Whether the last request succeeded. */
  readonly connected: ReadonlySignal<boolean>;
  readonly older: ReadonlySignal<{ busy?: boolean; failure?: Failure }>;
  /**
   * Stores the message and sends it as soon as possible: under the same request key, however often. `picture`: a data URL; `id`: of a
   * picture that is already at the gateway.
   */
  say(text: string, picture?: string, id?: string): void;
  /** Retries a waiting or refused message, in its turn. */
  again(key: string): void;
  forget(key: string): void;
  loadOlder(): void;
  /** Sends waiting messages at once: the phone woke up, is connected, or the member asked for it. */
  wake(): void;
  /** Receives and sends until it is stopped. */
  open(): () => void;
}

interface Options<T, A, P extends Page<A>> {
  list: Call<{ from?: string | undefined }, P>;
  outbox: Outbox & { add(message: Unsent, picture?: string): Unsent[] };
  /** A page in the order of the log, oldest first. */
  itemsOf(page: P): T[];
  /** Receives or sends the next message; returns the milliseconds to wait afterwards (`createLongPoll`). */
  step(abort: AbortSignal): Promise<number>;
  /** There are messages to send. */
  flush(): void;
  /** Events may have been missed. */
  onWake(): void;
}

/** The common part of both conversations; each adds its own ways to receive and send. */
export function createConversation<T, L extends Log<T>, A, P extends Page<A>>(
  { send, queries, platform, wire }: App,
  { list, outbox, itemsOf, step, flush, onWake }: Options<T, A, P>,
) {
  const log = queries.entry(list, {}).state as Signal<QueryState<L>>;
  const unsent = signal(outbox.read());
  const connected = signal(true);
  const older = signal<{ busy?: boolean; failure?: Failure }>({});
  const fetch = quietly(send);
  const poll = createLongPoll({
    step,
    connected,
    failed(failure) {
      if (!log.peek().value) log.value = { failure, busy: false };
    },
  });
  const set = (by: Partial<L>) => {
    log.value = { value: { ...log.peek().value, ...by } as L, busy: false };
  };
  const wake = () => {
    onWake();
    poll.wake();
  };
  const conversation: Conversation<L> = {
    log,
    unsent,
    connected,
    older,
    say(text, picture, id) {
      const at = new Date(Date.now() + wire.clock.ahead).toISOString();
      const of = { ...(picture && { hasPicture: true as const }), ...(id && { picture: id }) };
      unsent.value = outbox.add({ key: newKey(), text, at, ...of }, picture);
      flush();
    },
    again(key) {
      unsent.value = outbox.change(key, { refused: undefined });
      flush();
    },
    forget(key) {
      unsent.value = outbox.drop((one) => one.key === key);
    },
    async loadOlder() {
      const next = log.peek().value?.next;
      if (next === undefined || older.peek().busy) return;
      older.value = { busy: true };
      try {
        const page = await fetch(list, { from: next });
        const now = log.peek().value;
        // unless it was cleared, or reloaded, in the meantime
        if (now?.next === next)
          set({ items: [...itemsOf(page), ...now.items], next: page.next } as Partial<L>);
        older.value = {};
      } catch (error) {
        older.value = { failure: asFailure(error) };
      }
    },
    wake,
    open() {
      const stops = [platform.onShow(wake), platform.onOnline(wake), poll.close];
      poll.open();
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
  return { conversation, log, unsent, connected, poll, fetch, set };
}
