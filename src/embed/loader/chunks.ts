import { asError, CloudPhoneEmbedError } from './errors';

/** Milliseconds that a file may take. */
const limit = 120_000;

/** The files behind a loader, each of them called by the hash of what is in it; a script by all of it. */
export interface Chunks {
  /** The modules of these names, each loaded after the one before: a file imports what came before it, and nothing else. */
  load(files: readonly string[]): Promise<unknown[]>;
  /** A file's text. */
  text(file: string): Promise<string>;
}

/** A script, and what names scripts, is called by its SHA-256: the name is what the browser is told to expect. Messages, shown as text, are not pinned. */
const pin = (file: string) =>
  file.length < 43 ? '' : `sha256-${file.slice(0, 43).replace(/-/g, '+').replace(/_/g, '/')}=`;

/** Trusted Types, where an engine has them. A script takes what a policy makes as its address. */
interface Policies {
  trustedTypes: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string };
  };
}

/** Makes addresses of scripts by the Trusted Types policy `cloudphone`, where there is one; no other code can reach it. */
function createTrust(): (url: string) => string {
  try {
    const policy = (window as typeof window & Policies).trustedTypes.createPolicy('cloudphone', {
      createScriptURL: (url: string) => url,
    });
    return (url) => policy.createScriptURL(url);
  } catch {
    return (url) => url; // there is no such thing here, or the page will not have the policy
  }
}

/**
 * Loads files whose content is pinned by their names. A file is fetched first, so that it can be given up, tried again, and
 * checked; then it is a script with `integrity`, from the browser's cache; only then is it imported, which finds it in the
 * module map. (Importing what has failed its check would fetch it again, unchecked.)
 *
 * `base`: the address that our files are under, with a slash at the end.
 */
export function createChunks(base: string): Chunks {
  const trusted = createTrust();
  const cached = new Map<string, Promise<unknown>>();

  /** Loads once for all callers; a failure is forgotten, so that the next call tries again. */
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
      fetch(base + file, { integrity: pin(file), credentials: 'same-origin', signal: giveUp.signal }); // as a preload of our own document has it
    try {
      const response = await ask().catch(ask); // a connection that was kept too long is noticed by being used
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
      for (const file of files) text(file).catch(() => {}); // all at once; a failure is thrown below, where it is awaited
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
