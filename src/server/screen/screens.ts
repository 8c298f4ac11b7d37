import { createHash } from 'node:crypto';
import type { FilesProvider, ScreenProvider } from '../devices/provider';
import { createFairQueue, Overloaded } from '../kernel/fair-queue';
import type { Screens, ShownMachine, Still } from '../kernel/services';
import { drawStill, type StillSize } from '../pictures/still';

/** A thumbnail is shown 54 px wide. A full picture fits the width of a low-end phone. */
const sizes: Record<'thumbnail' | 'full', StillSize> = {
  thumbnail: { width: 108, height: 240, most: 6 * 1024 },
  full: { width: 360, height: 800, most: 40 * 1024 },
};

/** Milliseconds for which viewers of the same machine share a picture: less than a phone waits between two. */
const freshMs = 500;
/** Consecutive failures after which the provider is left alone, for these milliseconds and then twice as long, up to a maximum. */
const failuresAllowed = 3;
const [backoffMs, longestBackoffMs] = [8_000, 120_000];

/** Starts of streams wait seconds for a provider; then a page shows pictures instead. */
const starts = { atOnce: 8, perKey: 4, most: 60 };

/** Deliveries of files take up to minutes, and hold a temporary file meanwhile. */
const deliveries = { atOnce: 4, perKey: 2, most: 20 };

/** Leaves a provider alone after it has failed repeatedly, so that nobody waits for it. */
function createBackoff(now: () => number) {
  let failures = 0;
  let failedAt = 0;
  let until = 0;
  return {
    isActive: () => now() < until,
    /** `began`: when the request did. Requests that were under way at a failure, and fail as well, are no further one. */
    note(answered: boolean, began: number): void {
      if (!answered && began < failedAt) return;
      if (!answered) failedAt = now();
      failures = answered ? 0 : failures + 1;
      if (failures >= failuresAllowed)
        until = now() + Math.min(longestBackoffMs, backoffMs * 2 ** Math.min(failures - failuresAllowed, 10));
    },
  };
}

type Pictures = Map<string, Buffer>;

/**
 * Asks the provider for pictures of screens. Its requests have places of their own, and it is left alone while it fails: a provider that is
 * dead or slow keeps nothing else waiting.
 */
export function createScreens(
  provider: (ScreenProvider & FilesProvider & { sandbox: boolean }) | undefined,
  now: () => number,
  log: (error: unknown) => void,
): Screens {
  const asking = createFairQueue({ atOnce: 8, perKey: 3, most: 60 });
  const drawing = createFairQueue({ atOnce: 2, perKey: 80, most: 400 });
  const starting = createFairQueue(starts);
  const pushing = createFairQueue(deliveries);
  const backoff = createBackoff(now);
  const streamBackoff = createBackoff(now);
  const pushBackoff = createBackoff(now);
  /** Pictures that are on their way, or have just arrived, by size and machine. */
  const recent = new Map<string, Promise<Still | undefined>>();

  /** The provider's answer; undefined if it fails, or is left alone. */
  async function answer<T>(
    { isActive, note }: ReturnType<typeof createBackoff>,
    question: (at: number) => Promise<T> | undefined,
  ): Promise<T | undefined> {
    if (isActive()) return;
    const began = now();
    try {
      const said = await question(began);
      note(true, began);
      return said;
    } catch (error) {
      note(false, began);
      log(error);
      return undefined;
    }
  }
  const ask = (machines: readonly ShownMachine[], { width }: StillSize): Promise<Pictures | undefined> =>
    answer(backoff, (at) => provider?.screenshots(machines, width, at));

  const stillOf = (picture: Buffer, size: StillSize, turn: string): Still => {
    let drawn: Promise<Buffer | undefined> | undefined;
    return {
      tag: createHash('sha256').update(picture).digest('base64url').slice(0, 16),
      jpeg: () => (drawn ??= orNothing(drawing.run(turn, () => drawStill(picture, size)))),
    };
  };

  return {
    sandbox: !!provider?.sandbox,
    async look(machines, name, turn) {
      const size = sizes[name];
      const keyOf = ({ id }: ShownMachine) => `${name} ${id}`;
      const wanted = machines.filter((machine) => !recent.has(keyOf(machine)));
      if (wanted.length) {
        const batch = orNothing(asking.run(turn, () => ask(wanted, size)));
        for (const machine of wanted) {
          const still = batch.then((pictures) => {
            const picture = pictures?.get(machine.id);
            return picture && stillOf(picture, size, turn);
          });
          recent.set(keyOf(machine), still);
        }
        void batch.then(() => {
          const forget = () => {
            for (const machine of wanted) recent.delete(keyOf(machine));
          };
          setTimeout(forget, freshMs).unref();
        });
      }
      const found = await Promise.all(
        machines.map(async (machine) => [machine.id, await recent.get(keyOf(machine))] as const),
      );
      return new Map(found.filter((pair): pair is [string, Still] => !!pair[1]));
    },
    stream: (machine, bitrate, turn) =>
      orNothing(starting.run(turn, () => answer(streamBackoff, () => provider?.stream?.(machine, bitrate)))),
    push: (machine, file, turn) =>
      orNothing(pushing.run(turn, () => answer(pushBackoff, () => provider?.push?.(machine, file)))),
  };
}

/** A picture for which there is no place now is one that the provider does not deliver. */
const orNothing = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error) => {
    if (error instanceof Overloaded) return undefined;
    throw error;
  });
