import { asError, CloudPhoneEmbedError } from './errors';

/** Milliseconds to wait for a file. */
const limit = 120_000;

/** The files behind the loader, each named by the hash of its content; a script by the full hash. */
export interface Chunks {
  /** Loads the modules with these names in order: a file imports only earlier ones. */
  load(files: readonly string[]): Promise<unknown[]>;
  /** A file's text. */
  text(file: string): Promise<string>;
}

/**
 * The name of a script, or of a file that names scripts, is its SHA-256, which becomes the expected integrity. Messages, which are shown
 * as text, are not pinned.
 */
const pin = (file: string) =>
  file.length < 43 ? '' : `sha256-${file.slice(0, 43).replace(/-/g, '+').replace(/_/g, '/')}=`;

/** Trusted Types, in engines that have them. A script's address must come from a policy. */
interface Policies {
  trustedTypes: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string };
  };
}

/** Creates script addresses with the Trusted Types policy `cloudphone`, if supported; no other code can reach the policy. */
function createTrust(): (url: string) => string {
  try {
    const policy = (window as typeof window & Policies).trustedTypes.createPolicy('cloudphone', {
      createScriptURL: (url: string) => url,
    });
    return (url) => policy.createScriptURL(url);
  } catch {
    return (url) => url; // not supported, or the page does not allow the policy
  }
}

/**
 * Loads files whose content is pinned by their names. A file is fetched first, so that the download can be aborted, retried and checked;
 * then it is loaded as a script with `integrity`, from the browser's cache; only then it is imported, from the module map. (Importing a
 * file that failed its check would fetch it again without a check.) `base`: the address of our files, with a trailing slash.
 */
export function createChunks(base: string): Chunks {
  const trusted = createTrust();
  const cached = new Map<string, Promise<unknown>>();

  /** Loads once for all callers; a failure is dropped, so that the next call tries again. */
  const once = <T>(key: string, load: () => Promise<T>): Promise<T> => {
    const before = cached.get(key) as Promise<T> | undefined;
    if (before) return before;
    const fresh = load().catch((error) => {
      cached.delete(key);
      throw asError(error, 'script_load_failed');
    });
    cached.set(key, fresh);
    return fresh;
  };

  async function fetchText(file: string): Promise<string> {
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), limit);
    const ask = () =>
      fetch(base + file, { integrity: pin(file), credentials: 'same-origin', signal: giveUp.signal }); // with the same options as the preload of our own document
    try {
      const response = await ask().catch(ask); // a stale kept-alive connection is only noticed when it is used
      if (!response.ok) throw new CloudPhoneEmbedError('script_load_failed', { status: response.status });
      return await response.text();
    } finally {
      clearTimeout(timer);
    }
  }
  const text = (file: string) => once(file, () => fetchText(file));

  const run = (file: string) =>
    new Promise<unknown>((resolve, fail) => {
      const script = document.createElement('script');
      Object.assign(script, { type: 'module', crossOrigin: 'anonymous', integrity: pin(file) });
      script.src = trusted(base + file);
      script.onerror = fail;
      script.onload = () => import(base + file).then(resolve, fail);
      document.head.append(script);
    });

  return {
    text,
    async load(files) {
      const all: unknown[] = [];
      for (const file of files) text(file).catch(() => {}); // all in parallel; a failure is thrown below, where it is awaited
      for (const file of files)
        all.push(
          await once(`run ${file}`, async () => {
            await text(file);
            return run(file);
          }),
        );
      return all;
    },
  };
}
