import {
  type AiTurn,
  type AnswerSource,
  askAi,
  clearAiTurns,
  listAiTurns,
  stopAnswer,
  waitForAnswer,
} from '../../../contract/ai';
import type { Page } from '../../../contract/wire/page';
import type { App } from '../../../core/app';
import { fetchOrThrow, type QueryState } from '../../../core/data/query';
import { type ReadonlySignal, type Signal, signal } from '../../../core/data/signals';
import { asFailure, Failure } from '../../../core/http/failure';
import { uuid } from '../../../core/uuid';
import { createLongPoll, quietly } from '../conversation/long-poll';
import type { Unsent } from '../conversation/unsent';

/** Milliseconds between an answer without news and the next question: a gateway that stops answers at once. */
const pause = 1000;

export interface Turn extends AiTurn {
  /** The same before the gateway has it and afterwards: the request key, or the id of what was not asked here. */
  key: string;
}

/** What is here of what was asked and answered, the oldest first. */
export interface Log {
  items: Turn[];
  /** Where older ones are; absent when the first of all is here. */
  next?: string | undefined;
  /** Who answers the next question. */
  source: AnswerSource;
}

/** A member's talk with the AI, while the screen is open. */
export interface Talk {
  readonly log: ReadonlySignal<QueryState<Log>>;
  /** Questions that the gateway does not have yet, or refused. They are asked one after the other. */
  readonly unsent: ReadonlySignal<Unsent[]>;
  /** Whether the last attempt came through. */
  readonly connected: ReadonlySignal<boolean>;
  readonly older: ReadonlySignal<{ busy?: boolean; failure?: Failure }>;
  /** Keeps the question and asks it as soon as it can: under the same request key, however often. */
  say(text: string): void;
  /** Asks one again that waits or was refused. */
  again(key: string): void;
  forget(key: string): void;
  loadOlder(): void;
  /** Stops an answer that is being written. */
  stop(id: string): Promise<unknown>;
  /** Forgets everything, here and at the gateway. */
  clear(): Promise<void>;
  /** Tries at once whatever waits. */
  wake(): void;
  /** Asks and hears until it is stopped. */
  open(): () => void;
}

/** `kept` and `keep`: where questions that are not asked yet outlive the screen. */
export function createTalk(
  { send, queries, platform, wire, toasts }: App,
  kept: Unsent[] = [],
  keep: (unsent: Unsent[] | undefined) => void,
): Talk {
  const log = queries.entry(listAiTurns, {}).state as Signal<QueryState<Log>>;
  const unsent = signal(kept);
  const connected = signal(true);
  const older = signal<{ busy?: boolean; failure?: Failure }>({});
  /** By the ids of turns. */
  const keys = new Map<string, string>();
  /** Something may have been asked on another phone since. */
  let stale = true;

  const set = (by: Partial<Log>) => {
    log.value = { value: { ...log.peek().value!, ...by }, busy: false };
  };
  const setUnsent = (all: Unsent[]) => {
    unsent.value = all;
    keep(all.length ? all : undefined);
  };
  const drop = (key: string) => setUnsent(unsent.peek().filter((one) => one.key !== key));
  const refuse = (key: string, refused?: string) =>
    setUnsent(unsent.peek().map((one) => (one.key === key ? { ...one, refused } : one)));

  const ask = quietly(send);

  /** Of everything but a refusal the member was told. */
  const tell = (error: unknown) => {
    const failure = asFailure(error);
    if (failure.kind === 'refused') toasts.show(failure.message);
  };

  /** The oldest first. */
  const turnsOf = ({ items }: Page<AiTurn>): Turn[] =>
    items.map((one) => ({ ...one, key: keys.get(one.id) ?? one.id })).reverse();

  /** The newest page: in the place of what was known of it. */
  async function readNewest(abort: AbortSignal) {
    const page = await ask(listAiTurns, {}, abort);
    const { items = [] } = log.peek().value ?? {};
    const newest = turnsOf(page);
    const at = items.findIndex(({ id }) => id === newest[0]?.id);
    if (at >= 0) set({ source: page.source, items: [...items.slice(0, at), ...newest] });
    else set({ source: page.source, items: newest, next: page.next });
    stale = false;
  }

  /** One more piece of an answer that is being written. */
  async function hear({ id, answer }: Turn, abort: AbortSignal): Promise<number> {
    const { more, ...now } = await ask(waitForAnswer, { id, after: answer.length }, abort);
    const { items } = log.peek().value!;
    set({ items: items.map((one) => (one.id === id ? { ...one, ...now, answer: answer + more } : one)) });
    return !more && now.state === 'writing' ? pause : 0;
  }

  async function put({ key, text }: Unsent, abort: AbortSignal) {
    const answered = await ask(askAi, { text, requestKey: key }, abort);
    keys.set(answered.id, key);
    const { items } = log.peek().value!;
    if (!items.some(({ id }) => id === answered.id)) set({ items: [...items, { ...answered, key }] });
    drop(key);
  }

  /** Whatever is next. */
  async function step(abort: AbortSignal): Promise<number> {
    const known = log.peek().value;
    const writing = known?.items.find(({ state }) => state === 'writing');
    const next = known && unsent.peek().find(({ refused }) => refused === undefined);
    try {
      if (writing) return await hear(writing, abort);
      if (next) await put(next, abort);
      else if (stale || !known) await readNewest(abort);
      else return Infinity;
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.kind !== 'refused') throw failure;
      stale = true;
      if (writing)
        set({ items: known!.items.filter((one) => one !== writing) }); // cleared on another phone
      else if (next) refuse(next.key, failure.message);
      else throw failure;
    }
    return 0;
  }

  const poll = createLongPoll({
    step,
    connected,
    failed(failure) {
      if (!log.peek().value) log.value = { failure, busy: false };
    },
  });

  const wake = () => {
    stale = true;
    poll.wake();
  };

  return {
    log,
    unsent,
    connected,
    older,
    say(text) {
      const at = new Date(Date.now() + wire.clock.ahead).toISOString();
      setUnsent([...unsent.peek(), { key: uuid(), text, at }]);
      poll.nudge();
    },
    again(key) {
      refuse(key);
      poll.nudge();
    },
    forget: drop,
    async loadOlder() {
      const next = log.peek().value?.next;
      if (next === undefined || older.peek().busy) return;
      older.value = { busy: true };
      try {
        const page = await ask(listAiTurns, { from: next });
        const now = log.peek().value!;
        // unless it was cleared, or read anew, in the meantime
        if (now.next === next) set({ items: [...turnsOf(page), ...now.items], next: page.next });
        older.value = {};
      } catch (error) {
        const failure = asFailure(error);
        older.value = { failure };
      }
    },
    stop: (id) => fetchOrThrow(send, stopAnswer, { id }, 'now').catch(tell),
    clear: () =>
      fetchOrThrow(send, clearAiTurns, {}, 'now').then(() => {
        setUnsent([]);
        set({ items: [], next: undefined });
        wake();
      }, tell),
    wake,
    open() {
      const stops = [platform.onShow(wake), platform.onOnline(wake)];
      poll.open();
      return () => {
        poll.close();
        for (const stop of stops) stop();
      };
    },
  };
}
