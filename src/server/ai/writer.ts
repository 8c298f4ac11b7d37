import { setTimeout as delay } from 'node:timers/promises';
import type { Updateable } from 'kysely';
import type { Db } from '../db/database';
import type { ChatMessage, Writer } from '../kernel/services';
import type { Settings } from '../settings/settings';
import { modelAnswer } from './model';
import type { AiTurnTable } from './tables';
import { createWaits } from './waits';

/** Milliseconds between two updates of an answer in progress. */
const intervalMs = 200;
/** Every this many updates the writer checks whether the answer was stopped, even if no text arrives. */
const checkEvery = 5;
/** Milliseconds of silence after which a writer is considered dead, with its instance. */
export const silence = 40_000;
/** Maximum number of characters of an answer; longer ones are cut. */
const maxAnswer = 12_000;

/**
 * Writes answers into the database, where any instance can read them, so a sleeping phone, a broken connection or a closed screen loses
 * nothing. A member who stops an answer does so in the database too.
 */
export function createWriter(
  { run }: Db,
  { ai }: Settings,
  now: () => number,
  log: (error: unknown) => void,
): Writer {
  const closing = new AbortController();
  const inFlight = new Set<Promise<void>>();

  /** False if the answer was stopped or cleared, and is not to be written any more. */
  async function save(id: string, answer: string): Promise<boolean> {
    const updated = await run
      .updateTable('ai_turn')
      .set({ answer })
      .where('id', '=', id)
      .where('state', '=', 'writing')
      .executeTakeFirst();
    await run
      .updateTable('ai_writing')
      .set({ beat: new Date(now()) })
      .where('turn', '=', id)
      .execute();
    return updated.numUpdatedRows > 0;
  }

  async function write(id: string, messages: readonly ChatMessage[], help: readonly string[]): Promise<void> {
    const connection = new AbortController();
    const stop = () => connection.abort();
    closing.signal.addEventListener('abort', stop);
    let answer = '';
    let ended = false;
    const saving = (async () => {
      for (let tick = 0, saved = ''; !ended && !connection.signal.aborted; tick++) {
        if (saved !== answer || tick % checkEvery === 0) {
          saved = answer;
          // A chunk may end between the two halves of a surrogate pair: the first half alone is not stored.
          if (!(await save(id, saved.replace(/[\uD800-\uDBFF]$/, '')))) stop();
        }
        await delay(intervalMs);
      }
    })().catch((error) => {
      log(error);
      stop();
    });
    try {
      if (!ai) throw new Error('no model is set up');
      for await (const piece of modelAnswer(ai, messages, connection.signal)) {
        answer = (answer + piece).slice(0, maxAnswer);
        if (answer.length === maxAnswer) break;
      }
      if (!answer) throw new Error('the model has nothing to say');
      ended = true;
      await end(id, { answer, state: 'done' });
    } catch (error) {
      ended = true;
      if (!connection.signal.aborted) log(error);
      const fallback = { answer: '', state: 'done', source: 'help', help: JSON.stringify(help) } as const;
      await end(id, answer || closing.signal.aborted ? { answer, state: 'broken' } : fallback);
    } finally {
      closing.signal.removeEventListener('abort', stop);
      await saving;
    }
  }

  /** Ends a turn. Changes nothing if the member has stopped it: the text written so far stays. */
  async function end(id: string, last: Updateable<AiTurnTable>): Promise<void> {
    await run.updateTable('ai_turn').set(last).where('id', '=', id).where('state', '=', 'writing').execute();
    await run.deleteFrom('ai_writing').where('turn', '=', id).execute();
  }

  return {
    closing: closing.signal,
    wait: createWaits(),
    begin(id, messages, help) {
      const work = write(id, messages, help)
        .catch(log)
        .finally(() => inFlight.delete(work));
      inFlight.add(work);
    },
    async stop() {
      closing.abort();
      await Promise.all(inFlight);
    },
  };
}
