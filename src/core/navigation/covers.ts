/** Elements over the screen, topmost last: sheets, dialogs, pictures. */
export interface Covers {
  readonly count: number;
  /**
   * Adds a cover; `close` is called when Back removes it, or when the member goes to another screen. Returns the function to call when it
   * is closed in another way.
   */
  add(close: () => void): () => void;
  /** Closes the topmost covers until this many are left. */
  closeTo(count: number): void;
}

/** `changed`: called when a cover is added, or was closed in another way. */
export function createCovers(changed: () => void = () => {}): Covers {
  const all: { close(): void }[] = [];
  return {
    get count() {
      return all.length;
    },
    add(close) {
      const cover = { close };
      all.push(cover);
      changed();
      return () => {
        const at = all.indexOf(cover);
        if (at < 0) return; // closed by `closeTo`
        all.splice(at, 1);
        changed();
      };
    },
    closeTo(count) {
      while (all.length > count) all.pop()?.close();
    },
  };
}
