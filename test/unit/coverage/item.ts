/** Something that the specification asks for. */
export interface Item {
  /** Of the specification. */
  section: number;
  id: string;
  text: string;
  /** A file under `src`, or `the words` for a message; of screens and calls they are read from the source. */
  built?: string;
  /** A test file under `test` without its ending, and the beginning of a title in it: `server/wallet: money is set aside`. */
  proof: string;
}

/** Rows of a section: id, what it is, where it is built, the proof. */
export const rows = (
  section: number,
  ...all: [id: string, text: string, built: string, proof: string][]
): Item[] => all.map(([id, text, built, proof]) => ({ section, id, text, built, proof }));
