import type { AnswerWait } from '../kernel/services';

/** Milliseconds between two polls while few requests wait. */
const pollMs = 200;
/** Maximum number of polls per second at this instance, for all waiting requests together. */
const mostLooks = 100;
/** Phones and tabs of one member that may wait at once. */
const atOnce = 4;

/** Requests that wait for answers at this instance: limited per member, and in the number of database queries they share. */
export function createWaits(): (member: string) => AnswerWait {
  const waiting = new Map<string, AbortController[]>();
  let all = 0;
  return (member) => {
    const own = waiting.get(member) ?? [];
    const controller = new AbortController();
    waiting.set(member, own);
    own.push(controller);
    all++;
    own[own.length - atOnce - 1]?.abort();
    return {
      over: controller.signal,
      interval: () => Math.max(pollMs, (all * 1000) / mostLooks),
      leave() {
        own.splice(own.indexOf(controller), 1);
        if (!own.length) waiting.delete(member);
        all--;
      },
    };
  };
}
