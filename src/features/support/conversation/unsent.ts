import type { Store } from '../../../core/platform';
import { parseList } from '../../../core/text/json';

/** A message that the server has not confirmed: stored on the phone until it has. */
export interface Unsent {
  /** The request key: it exists once at the server, however often it is sent. */
  key: string;
  text: string;
  at: string;
  /** Its picture: the id after the upload; until then it waits on the phone. */
  picture?: string;
  hasPicture?: true;
  /** Its id at the server; kept until the message arrives from there. */
  sent?: number;
  /** The server's reason for a refusal; only the member can act on it. */
  refused?: string | undefined;
}

/** The storage of unsent messages. */
interface Place {
  read(): Unsent[];
  write(all: Unsent[]): void;
}

/** A member's unsent messages, in the order of writing. They survive a reload. */
export interface Outbox {
  read(): Unsent[];
  add(message: Unsent): Unsent[];
  /** Changes one, if it still exists. */
  change(key: string, by: Partial<Unsent>): Unsent[];
  /** Removes the matching messages. */
  drop(matches: (message: Unsent) => boolean): Unsent[];
}

/** Every change starts from the stored state, because another tab may have sent or written something in the meantime. */
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

/** Unsent messages of the screen; `store` keeps them beyond it. */
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

/** Unsent messages with their pictures, in the phone's storage for the member (`ownStore`). */
export function createPhoneOutbox(local: Store) {
  const storageKey = 'unsent';
  const pictureOf = (key: string) => `unsent/${key}`; // stored separately: if there is no room for it, there may be room for the text
  const outbox = createOutbox({
    read: () => parseList(local.get(storageKey)) as Unsent[],
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
