import { createCovers } from '../../core/navigation/covers';

/** What is kept with an entry of the history. */
export interface EntryState {
  key?: string;
  /** How many screens of ours are behind this one. */
  depth?: number;
  /** How many entries, this one among them, stand for something that lies over the screen. */
  over?: number;
}
export const entryState = () => history.state as EntryState | null;

/** Milliseconds after which a step in the history that nothing was heard of is taken for done. */
const stepMs = 500;

/**
 * Whatever lies over the screen is an entry of the history with the screen's own address and key: Back comes to the entry below, and
 * that closes it. What is closed by its button takes its entry away again. A step in the history takes a moment: until it is done
 * nothing else is written there, and what was wanted meanwhile follows then.
 */
export function createOverEntries() {
  const covers = createCovers(removeSpareEntries);
  let entries = entryState()?.over ?? 0;
  /** What follows the step that is under way. */
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
  /** Makes as many entries as there are covers. */
  function removeSpareEntries() {
    if (next || covers.count === entries) return;
    const { over = 0, ...state } = entryState() ?? {};
    if (over !== entries) return; // a link has been followed, and the event that says so is on its way
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
    /** At the start: what lay over the screen is gone with the page that was reloaded. */
    removeSpareEntries: removeSpareEntries,
    /** Closes everything and comes back to the screen's own entry, then does `then`. */
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
    /** The history has moved. Answers true when that was a step of ours, which is dealt with. */
    moved(): boolean {
      if (!next) return false;
      entries = entryState()?.over ?? 0;
      arrived();
      return true;
    },
    /** The history is at this screen's own entry, or above it: closes what Back has left. */
    stay() {
      entries = entryState()?.over ?? 0;
      covers.closeTo(entries);
      removeSpareEntries();
    },
    /**
     * The history is at another screen, whose `state` it may not have yet: a link has led there, and not `route`. A link to the very
     * address has `added` no entry, but taken the place of the one that was there.
     */
    gone(state?: EntryState, added = true) {
      const left = entries;
      entries = entryState()?.over ?? 0;
      covers.closeTo(0);
      if (!state) return removeSpareEntries();
      const { href } = location;
      // what stood for a sheet must not stay between the two screens, where it would make Back look dead
      if (left)
        step(-left - Number(added), () => history[added ? 'pushState' : 'replaceState'](state, '', href));
      else history.replaceState(state, '');
    },
  };
}
