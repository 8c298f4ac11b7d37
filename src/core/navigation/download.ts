/** Maximum time for the files of a screen in milliseconds (spec §8, §9). */
export const chunkTimeout = 120_000;
const retryMs = 300;

/** A screen's code or messages could not be downloaded. A retry downloads them again. */
export class ChunkError extends Error {
  constructor(
    /** gone: the server no longer has the file, because a new version was released. */
    readonly kind: 'timeout' | 'network' | 'gone',
    readonly url: string,
  ) {
    super(`${kind}: ${url}`);
  }
}

/** Returns the text of a file. Downloads in progress are shared. */
export type Download = (url: string, deadline?: number) => Promise<string>;

/**
 * `import()` cannot be aborted and, before Chrome 108, not be retried after a failure. Therefore the files of a screen are downloaded
 * first (aborted at the deadline, retried if the connection drops) and then imported from the HTTP cache. `started` contains the
 * downloads that began before the app did.
 */
export function createDownload(
  started: Record<string, Promise<string>> = {},
  timeout = chunkTimeout,
): Download {
  const inFlight = new Map<string, Promise<string>>();

  async function once(url: string, deadline: number): Promise<string> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), Math.max(0, deadline - Date.now()));
    try {
      const response = await fetch(url, { credentials: 'same-origin', signal: controller.signal });
      if (response.ok) return await response.text();
      throw new ChunkError(response.status === 404 ? 'gone' : 'network', url);
    } catch (error) {
      if (error instanceof ChunkError) throw error;
      throw new ChunkError(controller.signal.aborted ? 'timeout' : 'network', url);
    } finally {
      clearTimeout(timer);
    }
  }

  async function persist(url: string, deadline: number, tries: number): Promise<string> {
    try {
      return await once(url, deadline);
    } catch (error) {
      const { kind } = error as ChunkError;
      if (kind !== 'network' || tries === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
      return persist(url, deadline, tries - 1);
    }
  }

  return (url, deadline = Date.now() + timeout) => {
    const pending = inFlight.get(url);
    if (pending) return pending;
    const early = started[url];
    delete started[url];
    const fresh = (
      early ? until(deadline, url, early).catch(() => persist(url, deadline, 2)) : persist(url, deadline, 2)
    ).finally(() => inFlight.delete(url));
    inFlight.set(url, fresh);
    return fresh;
  };
}

/** Stops waiting for a promise at the deadline; its later result is ignored. */
export function until<T>(deadline: number, url: string, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, fail) => {
    const timer = setTimeout(() => fail(new ChunkError('timeout', url)), Math.max(0, deadline - Date.now()));
    promise.then(resolve, fail).finally(() => clearTimeout(timer));
  });
}
