import {
  type AiTurn,
  type AnswerSource,
  askAi,
  clearAiTurns,
  listAiTurns,
  stopAnswer,
  waitForAnswer,
} from '../../../contract/support/ai';
import type { Page } from '../../../contract/wire/page';
import type { App } from '../../../core/app';
import { fetchOrThrow } from '../../../core/data/query';
import { asFailure } from '../../../core/http/failure';
import { showRefusal } from '../../../core/http/refusal';
import { type Conversation, createConversation, type Log } from '../conversation/conversation';
import { createScreenOutbox, type Unsent } from '../conversation/unsent';

/** Milliseconds between an answer without news and the next question: a gateway that stops answers at once. */
const pauseMs = 1000;

export interface Turn extends AiTurn {
  /** The same before the gateway has it and afterwards: the request key, or the id of what was not asked here. */
  key: string;
}

export interface TurnLog extends Log<Turn> {
  /** Who answers the next question. */
  source: AnswerSource;
}

/** A member's talk with the AI, while the screen is open. Questions are asked one after the other. */
export interface AiConversation extends Conversation<TurnLog> {
  /** Stops an answer that is being written. */
  stop(id: string): Promise<unknown>;
  /** Forgets everything, here and at the gateway. */
  clear(): Promise<void>;
}

/** `stored` and `store`: where questions that are not asked yet outlive the screen. */
export function createAiConversation(
  app: App,
  stored: Unsent[] = [],
  store: (unsent: Unsent[] | undefined) => void,
): AiConversation {
  const { send, toasts } = app;
  const outbox = createScreenOutbox(stored, store);
  /** By the ids of turns. */
  const keys = new Map<string, string>();
  /** Something may have been asked on another phone since. */
  let stale = true;

  const { conversation, log, unsent, poll, fetch, set } = createConversation<
    Turn,
    TurnLog,
    AiTurn,
    Page<AiTurn> & { source: AnswerSource }
  >(app, {
    list: listAiTurns,
    outbox,
    itemsOf: turnsOf,
    step,
    flush: () => poll.nudge(),
    onWake() {
      stale = true;
    },
  });

  /** The oldest first. */
  function turnsOf({ items }: Page<AiTurn>): Turn[] {
    return items.map((one) => ({ ...one, key: keys.get(one.id) ?? one.id })).reverse();
  }
  const itemsNow = () => log.peek().value?.items ?? [];

  /** The newest page: in the place of what was here of it. */
  async function readNewest(abort: AbortSignal) {
    const page = await fetch(listAiTurns, {}, { signal: abort });
    const items = itemsNow();
    const newest = turnsOf(page);
    const at = items.findIndex(({ id }) => id === newest[0]?.id);
    if (at >= 0) set({ source: page.source, items: [...items.slice(0, at), ...newest] });
    else set({ source: page.source, items: newest, next: page.next });
    stale = false;
  }

  /** One more piece of an answer that is being written. */
  async function hear({ id, answer }: Turn, abort: AbortSignal): Promise<number> {
    const { more, ...now } = await fetch(waitForAnswer, { id, after: answer.length }, { signal: abort });
    set({
      items: itemsNow().map((one) => (one.id === id ? { ...one, ...now, answer: answer + more } : one)),
    });
    return !more && now.state === 'writing' ? pauseMs : 0;
  }

  async function put({ key, text }: Unsent, abort: AbortSignal) {
    const turn = await fetch(askAi, { text }, { key, signal: abort });
    keys.set(turn.id, key);
    const items = itemsNow();
    if (!items.some(({ id }) => id === turn.id)) set({ items: [...items, { ...turn, key }] });
    conversation.forget(key);
  }

  /** Whatever is next. */
  async function step(abort: AbortSignal): Promise<number> {
    const present = log.peek().value;
    const writing = present?.items.find(({ state }) => state === 'writing');
    const next = present && unsent.peek().find(({ refused }) => refused === undefined);
    try {
      if (writing) return await hear(writing, abort);
      if (next) await put(next, abort);
      else if (stale || !present) await readNewest(abort);
      else return Infinity;
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind !== 'refused') throw error;
      stale = true;
      if (writing)
        set({ items: itemsNow().filter((one) => one !== writing) }); // cleared on another phone
      else if (next) unsent.value = outbox.change(next.key, { refused: failure.message });
      else throw error;
    }
    return 0;
  }

  return {
    ...conversation,
    stop: (id) => fetchOrThrow(send, stopAnswer, { id }, 'now').catch(showRefusal(toasts)),
    clear: () =>
      fetchOrThrow(send, clearAiTurns, {}, 'now').then(() => {
        unsent.value = outbox.drop(() => true);
        set({ items: [], next: undefined });
        conversation.wake();
      }, showRefusal(toasts)),
  };
}
