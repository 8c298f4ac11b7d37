/**
 * A small change of the source with which the thing is broken, and the proof has to fail: a file, a text that is found in it
 * exactly once, and what stands there instead. The broken source still compiles.
 */
export type Break = [file: string, find: string, by: string];

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
  /** With each of them alone the proof fails, if it is one: `npm run coverage -- prove`. */
  breaks: Break[];
}

/** Rows of a section: id, what it is, where it is built, the proof, and what it has to notice. */
export const rows = (
  section: number,
  ...all: [id: string, text: string, built: string, proof: string, ...breaks: Break[]][]
): Item[] => all.map(([id, text, built, proof, ...breaks]) => ({ section, id, text, built, proof, breaks }));
