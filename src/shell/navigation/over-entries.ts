import { createCovers } from '../../core/navigation/covers';

/** Our state of a history entry. */
export interface EntryState {
  key?: string;
  /** Number of our screens behind this one. */
  depth?: number;
  /** Number of entries, including this one, that represent covers over the screen. */
  over?: number;
}
export const entryState = () => history.state as EntryState | null;

/** Milliseconds after which a history step without an event counts as done. */
const stepMs = 500;

/**
 * Every cover over the screen has a history entry with the screen's own address and key: Back returns to the entry below, which closes
 * the cover. Closing a cover by its button removes its entry. A history step takes a moment: until it is done nothing else is written to
 * the history, and pending operations follow.
 */
export function createOverEntries() {
  const covers = createCovers(removeSpareEntries);
  let entries = entryState()?.over ?? 0;
  /** The operation after the current step. */
  let next: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout>;

  function step(by: number, then: () => void) {
    next = then;
    timer = setTimeout(() => {
      entries = covers.count; // the history did not move: it has no such entry
      arrived();
    }, stepMs);
    history.go(by);
  }
  /** Creates as many entries as there are covers. */
  function removeSpareEntries() {
    if (next || covers.count === entries) return;
    const { over = 0, ...state } = entryState() ?? {};
    if (over !== entries) return; // a link has been followed, and the event for that is pending
    if (covers.count < entries) step(covers.count - entries, () => {});
    else while (entries < covers.count) history.pushState({ ...state, over: ++entries }, '');
  }
  function arrived() {
    clearTimeout(timer);
    const then = next;
    next = undefined;
    then?.();
    removeSpareEntries();
  }
  return {
    cover: covers.add,
    /** At the start: the covers of a page that was reloaded are gone. */
    removeSpareEntries: removeSpareEntries,
    /** Closes everything and returns to the screen's own entry, then runs `then`. */
    leave(then: () => void) {
      covers.closeTo(0);
      const before = next;
      if (before)
        next = () => {
          before();
          this.leave(then);
        };
      else if (entries) step(-entries, then);
      else then();
    },
    /** Called after the history has moved. Returns true if that was our own step, which is then complete. */
    moved(): boolean {
      if (!next) return false;
      entries = entryState()?.over ?? 0;
      arrived();
      return true;
    },
    /** The history is at this screen's own entry, or above it: closes the covers that Back has left. */
    stay() {
      entries = entryState()?.over ?? 0;
      covers.closeTo(entries);
      removeSpareEntries();
    },
    /**
     * The history is at another screen, whose entry may lack our `state`: a link led there, and not `route`. A link to the same address
     * has `added` no entry, but replaced the current one.
     */
    gone(state?: EntryState, added = true) {
      const left = entries;
      entries = entryState()?.over ?? 0;
      covers.closeTo(0);
      if (!state) return removeSpareEntries();
      const { href } = location;
      // the entry of a sheet must not stay between the two screens, where Back would appear to do nothing
      if (left)
        step(-left - Number(added), () => history[added ? 'pushState' : 'replaceState'](state, '', href));
      else history.replaceState(state, '');
    },
  };
}
