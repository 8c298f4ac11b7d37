import type { Readable } from 'node:stream';

/** A range of bytes of a file, both ends included. */
export interface Range {
  start: number;
  end: number;
}

/** A file that exists. */
export interface StoredFile {
  /** Bytes. */
  size: number;
  /** The bytes, once; the whole file without a range. */
  read(range?: Range): Promise<Readable>;
  /** Releases the file if it is not read. */
  close(): Promise<void>;
}

/** The store of pictures and videos, shared by all gateways. A name is used once and its content never changes. */
export interface FileStore {
  /** Stores bytes, or the file at a local path, which is removed afterwards. Atomic. */
  put(name: string, content: Uint8Array | string, type: string): Promise<void>;
  get(name: string): Promise<StoredFile | undefined>;
  /** Missing files are ignored. */
  remove(names: readonly string[]): Promise<void>;
  /**
   * An address where a client may fetch the file directly from the store, if it supports that: the same during an hour, valid for one to
   * two hours. `now` in milliseconds since the epoch.
   */
  address?(name: string, type: string, now: number): Promise<string>;
}
