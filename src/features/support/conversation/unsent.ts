import type { Store } from '../../../platform/platform';

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

/** One member's unsent messages, in the order in which they were written. Sent from here, they survive a reload. */
export interface Outbox {
  read(): Unsent[];
  /** Adds a message, with its picture as a data URL. */
  add(message: Unsent, picture?: string): Unsent[];
  /** Changes one, if it is still there. */
  change(key: string, by: Partial<Unsent>): Unsent[];
  /** Removes those. */
  drop(matches: (message: Unsent) => boolean): Unsent[];
  picture(key: string): string | undefined;
}

/** Every change starts from what the phone has: another tab may have sent or written something in the meantime. */
export function createOutbox(local: Store, userId: string): Outbox {
  const place = `unsent/${userId}`;
  const pictureOf = (key: string) => `unsent/${key}`; // apart: where there is no room for it, the words still have some
  const read = (): Unsent[] => {
    try {
      const stored = JSON.parse(local.get(place) ?? '[]');
      return Array.isArray(stored) ? stored : [];
    } catch {
      return []; // not ours
    }
  };
  const write = (all: Unsent[]) => {
    local.set(place, all.length ? JSON.stringify(all) : undefined);
    return all;
  };
  return {
    read,
    add(message, picture) {
      if (picture) local.set(pictureOf(message.key), picture);
      return write([...read(), message]);
    },
    change: (key, by) => write(read().map((one) => (one.key === key ? { ...one, ...by } : one))),
    drop(matches) {
      const all = read();
      const left = all.filter((one) => !matches(one));
      if (left.length === all.length) return all;
      for (const { key } of all.filter(matches)) local.set(pictureOf(key), undefined);
      return write(left);
    },
    picture: (key) => local.get(pictureOf(key)),
  };
}
