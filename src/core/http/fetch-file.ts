import type { Open } from './client';
import { asFailure, Failure } from './failure';

/** Milliseconds without a byte after which a download is aborted. */
const stallMs = 30_000;
/** Number of times that a broken connection is resumed. */
const attempts = 3;

interface Fetching {
  /** Expected total number of bytes. */
  size: number;
  /** Called with whole percents as they increase. */
  onProgress(percent: number): void;
  signal: AbortSignal;
}

/**
 * Downloads a complete file. A broken connection is resumed with a Range request. Throws `Failure`: `aborted`, `offline` if it broke too
 * often, `timeout` if nothing arrived for half a minute, `http` if the address has expired or the file is longer than expected.
 */
export async function fetchFile(
  open: Open,
  url: string,
  { size, onProgress, signal }: Fetching,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let got = 0;
  const take = (part: Uint8Array<ArrayBuffer>) => {
    parts.push(part);
    got += part.length;
    onProgress(Math.min(100, Math.floor((got / size) * 100)));
  };
  for (let broken = 0; ; ) {
    const before = got;
    try {
      await readOn(open, url, got, take, signal);
    } catch (error) {
      if (asFailure(error).kind !== 'offline') throw error;
    }
    if (got === size) return new Blob(parts, { type: 'video/mp4' });
    if (got > size) throw new Failure('http');
    // an attempt that received bytes does not count as broken
    broken = got > before ? 0 : broken + 1;
    if (broken >= attempts) throw new Failure('offline');
  }
}

/** Reads from an offset until the connection ends, for whatever reason. */
async function readOn(
  open: Open,
  url: string,
  from: number,
  take: (part: Uint8Array<ArrayBuffer>) => void,
  signal: AbortSignal,
): Promise<void> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let stalled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stalled = true;
      abort();
    }, stallMs);
  };
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    wait();
    const headers: Record<string, string> = from ? { Range: `bytes=${from}-` } : {};
    const response = await open(url, { headers, signal: controller.signal, stream: true });
    if (response.status !== (from ? 206 : 200) || !response.body) throw new Failure('http');
    const reader = response.body.getReader();
    for (;;) {
      wait();
      const { done, value } = await reader.read();
      if (done) return;
      take(value);
    }
  } catch (error) {
    if (error instanceof Failure && error.kind === 'http') throw error;
    throw new Failure(signal.aborted ? 'aborted' : stalled ? 'timeout' : 'offline');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
