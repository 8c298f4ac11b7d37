import type { Readable } from 'node:stream';

/** Bytes of a file, both ends included. */
export interface Range {
  start: number;
  end: number;
}

/** A file that is there. */
export interface StoredFile {
  /** Bytes. */
  size: number;
  /** The bytes, once; all of them without a range. */
  read(range?: Range): Promise<Readable>;
  /** For a file that is not read after all. */
  close(): Promise<void>;
}

/**
 * Where pictures and videos are kept, the same for every gateway. A name is used once and its content never changes.
 */
export interface FileStore {
  /** Keeps bytes, or the file at a path of this machine, which is gone from there afterwards. All of it, or nothing. */
  put(name: string, content: Uint8Array | string, type: string): Promise<void>;
  get(name: string): Promise<StoredFile | undefined>;
  /** What is not there is no mistake. */
  remove(names: readonly string[]): Promise<void>;
  /**
   * Where a client may fetch it from the store itself, if it may: the same address all through an hour, good for one to two.
   * `now` in milliseconds since the epoch.
   */
  address?(name: string, type: string, now: number): Promise<string>;
}
