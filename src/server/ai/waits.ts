import type { AnswerWait } from '../kernel/services';

/** Milliseconds between two looks while few wait. */
const pollMs = 200;
/** Looks in a second that all who wait here take together, however many they are. */
const mostLooks = 100;
/** Phones and tabs of one member that wait at once. */
const atOnce = 4;

/** Who waits for answers at this instance: bounded for each member, and in what they ask of the database together. */
export function createWaits(): (member: string) => AnswerWait {
  const waiting = new Map<string, AbortController[]>();
  let all = 0;
  return (member) => {
    const own = waiting.get(member) ?? [];
    const controller = new AbortController();
    waiting.set(member, own);
    own.push(controller);
    all++;
    if (own.length > atOnce) own[own.length - atOnce - 1]?.abort();
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
