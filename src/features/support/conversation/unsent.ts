import type { Store } from '../../../core/platform';

/** A message that the server has not confirmed: kept on the phone until it has. */
export interface Unsent {
  /** The request key: however often it is sent, it is there once. */
  key: string;
  text: string;
  at: string;
  /** A picture goes with it: its id once it was uploaded; until then it waits on the phone. */
  picture?: string;
  hasPicture?: true;
  /** The id that it has at the server; it is here until it is heard from there. */
  sent?: number;
  /** Why the server will not have it; only the member can do something about that. */
  refused?: string | undefined;
}

/** Where unsent messages are kept. */
interface Place {
  read(): Unsent[];
  write(all: Unsent[]): void;
}

/** One member's unsent messages, in the order in which they were written. Sent from here, they survive a reload. */
export interface Outbox {
  read(): Unsent[];
  add(message: Unsent): Unsent[];
  /** Changes one, if it is still there. */
  change(key: string, by: Partial<Unsent>): Unsent[];
  /** Removes those. */
  drop(matches: (message: Unsent) => boolean): Unsent[];
}

/** Every change starts from what the place has: another tab may have sent or written something in the meantime. */
function createOutbox({ read, write }: Place): Outbox {
  const store = (all: Unsent[]) => {
    write(all);
    return all;
  };
  return {
    read,
    add: (message) => store([...read(), message]),
    change: (key, by) => store(read().map((one) => (one.key === key ? { ...one, ...by } : one))),
    drop(matches) {
      const all = read();
      const left = all.filter((one) => !matches(one));
      return left.length === all.length ? all : store(left);
    },
  };
}

/** Unsent messages that the screen has; `store` keeps them beyond it. */
export function createScreenOutbox(stored: Unsent[], store: (unsent: Unsent[] | undefined) => void): Outbox {
  let waiting = stored;
  return createOutbox({
    read: () => waiting,
    write(all) {
      waiting = all;
      store(all.length ? all : undefined);
    },
  });
}

/** Unsent messages with their pictures, in what the phone keeps for the member (`ownStore`). */
export function createPhoneOutbox(local: Store) {
  const storageKey = 'unsent';
  const pictureOf = (key: string) => `unsent/${key}`; // apart: where there is no room for it, the words still have some
  const outbox = createOutbox({
    read() {
      try {
        const stored = JSON.parse(local.get(storageKey) ?? '[]');
        return Array.isArray(stored) ? stored : [];
      } catch {
        return []; // not ours
      }
    },
    write: (all) => local.set(storageKey, all.length ? JSON.stringify(all) : undefined),
  });
  return {
    ...outbox,
    /** `picture`: a data URL. */
    add(message: Unsent, picture?: string) {
      if (picture) local.set(pictureOf(message.key), picture);
      return outbox.add(message);
    },
    drop: (matches: (message: Unsent) => boolean) =>
      outbox.drop((one) => {
        const drops = matches(one);
        if (drops) local.set(pictureOf(one.key), undefined);
        return drops;
      }),
    picture: (key: string) => local.get(pictureOf(key)),
  };
}
