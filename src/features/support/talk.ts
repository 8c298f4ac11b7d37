import {
  type AiTurn,
  type AnswerSource,
  askAi,
  clearAiTurns,
  listAiTurns,
  stopAnswer,
  waitForAnswer,
} from '../../contract/ai';
import type { Call } from '../../contract/call';
import type { Page } from '../../contract/page';
import { type Done, isDone } from '../../core/answer';
import type { App } from '../../core/app';
import { Failure } from '../../core/failure';
import { demand, type Known } from '../../core/query';
import { type ReadonlySignal, type Signal, signal } from '../../core/signals';
import { uuid } from '../../core/uuid';
import type { Unsent } from './unsent';

/** Milliseconds after which a call, answered within 25 s, is given up: a phone that slept does not hear of its end. */
const patience = 35_000;
/** Milliseconds between an answer without news and the next question: a gateway that stops answers at once. */
const pause = 1000;
/** Milliseconds until the next attempt: doubled with every failure. */
const retry = (failures: number) => Math.min(30_000, 1000 * 2 ** failures);

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
  readonly log: ReadonlySignal<Known<Log>>;
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
  { send, queries, platform, wire, notices }: App,
  kept: Unsent[] = [],
  keep: (unsent: Unsent[] | undefined) => void,
): Talk {
  const log = queries.entry(listAiTurns, {}).known as Signal<Known<Log>>;
  const unsent = signal(kept);
  const connected = signal(true);
  const older = signal<{ busy?: boolean; failure?: Failure }>({});
  /** By the ids of turns. */
  const keys = new Map<string, string>();
  let turn = new AbortController();
  let over = () => {};
  let closed = true;
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

  async function ask<I, O>(call: Call<I, O>, input: I, abort?: AbortSignal): Promise<Done<O>> {
    const answer = await send(call, input, { wait: 'never', quiet: true, ...(abort && { signal: abort }) });
    if (isDone(answer)) return answer;
    throw new Failure('refused', answer.message);
  }

  /** Of everything but a refusal the member was told. */
  const tell = (failure: unknown) => {
    if (!(failure instanceof Failure)) throw failure;
    if (failure.kind === 'refused') notices.say(failure.message);
  };

  /** Rests until the time is over, or there is something to do. */
  async function rest(time?: number) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((done) => {
      over = done;
      if (time) timer = setTimeout(done, time);
    });
    clearTimeout(timer);
  }

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
  async function hear({ id, answer }: Turn, abort: AbortSignal) {
    const { more, ...now } = await ask(waitForAnswer, { id, after: answer.length }, abort);
    const { items } = log.peek().value!;
    set({ items: items.map((one) => (one.id === id ? { ...one, ...now, answer: answer + more } : one)) });
    connected.value = true;
    if (!more && now.state === 'writing') await rest(pause);
  }

  async function put({ key, text }: Unsent, abort: AbortSignal) {
    const answered = await ask(askAi, { text, requestKey: key }, abort);
    keys.set(answered.id, key);
    const { items } = log.peek().value!;
    if (!items.some(({ id }) => id === answered.id)) set({ items: [...items, { ...answered, key }] });
    drop(key);
  }

  /** Whatever is next; false when there is nothing. */
  async function step(abort: AbortSignal): Promise<boolean> {
    const known = log.peek().value;
    const writing = known?.items.find(({ state }) => state === 'writing');
    const next = known && unsent.peek().find(({ refused }) => refused === undefined);
    try {
      if (writing) await hear(writing, abort);
      else if (next) await put(next, abort);
      else if (stale || !known) await readNewest(abort);
      else return false;
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.kind !== 'refused') throw failure;
      stale = true;
      if (writing)
        set({ items: known!.items.filter((one) => one !== writing) }); // cleared on another phone
      else if (next) refuse(next.key, failure.message);
      else throw failure;
    }
    return true;
  }

  async function goOn() {
    for (let failures = 0; !closed; ) {
      turn = new AbortController();
      let late = false;
      const limit = setTimeout(() => {
        late = true;
        turn.abort();
      }, patience);
      try {
        const did = await step(turn.signal);
        clearTimeout(limit);
        failures = 0;
        connected.value = true;
        if (!did) await rest();
      } catch (failure) {
        clearTimeout(limit);
        if (!(failure instanceof Failure)) throw failure;
        if (failure.kind === 'expired') return;
        if (failure.kind === 'aborted' && !late) continue; // woken, or closed
        connected.value = false;
        if (!log.peek().value) log.value = { failure, busy: false };
        if (!late) await rest(retry(failures++));
      }
    }
  }

  const wake = () => {
    stale = true;
    turn.abort();
    over();
  };

  return {
    log,
    unsent,
    connected,
    older,
    say(text) {
      const at = new Date(Date.now() + wire.clock.ahead).toISOString();
      setUnsent([...unsent.peek(), { key: uuid(), text, at }]);
      over();
    },
    again(key) {
      refuse(key);
      over();
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
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        older.value = { failure };
      }
    },
    stop: (id) => demand(send, stopAnswer, { id }, 'now').catch(tell),
    clear: () =>
      demand(send, clearAiTurns, {}, 'now').then(() => {
        setUnsent([]);
        set({ items: [], next: undefined });
        wake();
      }, tell),
    wake,
    open() {
      closed = false;
      const stops = [platform.onShow(wake), platform.onOnline(wake)];
      void goOn();
      return () => {
        closed = true;
        wake();
        for (const stop of stops) stop();
      };
    },
  };
}
