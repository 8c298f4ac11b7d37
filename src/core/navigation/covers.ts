/** What lies over the screen, the topmost last: sheets, questions, pictures. */
export interface Covers {
  readonly count: number;
  /** `close` is called when Back takes it away, or somebody goes to another screen. Answers what to call when it is gone otherwise. */
  add(close: () => void): () => void;
  /** Closes the topmost until so many are left. */
  closeTo(count: number): void;
}

/** `changed`: something was put over the screen, or has gone by itself. */
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
