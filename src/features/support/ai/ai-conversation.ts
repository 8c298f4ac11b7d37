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

/** Milliseconds between an answer without news and the next request: a gateway that is stopping answers at once. */
const pauseMs = 1000;

export interface Turn extends AiTurn {
  /** The same before and after the gateway has it: the request key, or the id of a turn from another phone. */
  key: string;
}

export interface TurnLog extends Log<Turn> {
  /** The source of the next answer. */
  source: AnswerSource;
}

/** A member's conversation with the AI, while the screen is open. Questions are asked one after the other. */
export interface AiConversation extends Conversation<TurnLog> {
  /** Stops an answer in progress. */
  stop(id: string): Promise<unknown>;
  /** Deletes everything, here and at the gateway. */
  clear(): Promise<void>;
}

/** `stored` and `store`: storage for unsent questions beyond the screen. */
export function createAiConversation(
  app: App,
  stored: Unsent[] = [],
  store: (unsent: Unsent[] | undefined) => void,
): AiConversation {
  const { send, toasts } = app;
  const outbox = createScreenOutbox(stored, store);
  /** By the ids of turns. */
  const keys = new Map<string, string>();
  /** A question may have been asked on another phone since. */
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

  /** Oldest first. */
  function turnsOf({ items }: Page<AiTurn>): Turn[] {
    return items.map((one) => ({ ...one, key: keys.get(one.id) ?? one.id })).reverse();
  }
  const itemsNow = () => log.peek().value?.items ?? [];

  /** The newest page, which replaces the earlier copy. */
  async function readNewest(abort: AbortSignal) {
    const page = await fetch(listAiTurns, {}, { signal: abort });
    const items = itemsNow();
    const newest = turnsOf(page);
    const at = items.findIndex(({ id }) => id === newest[0]?.id);
    if (at >= 0) set({ source: page.source, items: [...items.slice(0, at), ...newest] });
    else set({ source: page.source, items: newest, next: page.next });
    stale = false;
  }

  /** The next part of an answer in progress. */
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

  /** Performs the next step. */
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
