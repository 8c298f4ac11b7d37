import type { CloudPhone, ErrorCode, Feature, Handle, LoadOptions, Options } from '../api';

export type * from '../api';

// The npm package's replacement for the script tag. It never contains the code itself, which is loaded from our origin, current or
// pinned.

const failed = (code: ErrorCode) =>
  Object.assign(new Error(`Cloudphone: ${code}`), {
    name: 'CloudPhoneEmbedError',
    code,
    retryable: code === 'script_load_failed',
  });

/** Shared by all copies of this package on a page, so that an address is loaded once. */
const key = Symbol.for('cloudphone.embed');
const loadedApi = (): CloudPhone | undefined => {
  const loaded = (window as { CloudPhone?: Partial<CloudPhone> }).CloudPhone;
  return typeof loaded?.mount === 'function' ? (loaded as CloudPhone) : undefined;
};

/**
 * Adds the script tag of `origin` (`https://embed.cloudphone.example`) to the page, unless the code is already loaded. Rejects with
 * `script_load_failed` if it cannot be loaded; the next call tries again.
 */
export function load(origin: string, options: LoadOptions = {}): Promise<CloudPhone> {
  if (typeof document === 'undefined') return Promise.reject(failed('not_in_browser'));
  const shared = globalThis as { [key]?: Record<string, Promise<CloudPhone>> };
  const all = (shared[key] ??= {});
  const url = `${new URL(origin).origin}/${options.version ?? 'v1'}/embed.js`;
  const loaded = loadedApi();
  if (loaded) return Promise.resolve(loaded);
  return (all[url] ??= new Promise((resolve, fail) => {
    const script = document.createElement('script');
    const over = () => {
      script.remove();
      delete all[url];
      fail(failed('script_load_failed'));
    };
    Object.assign(script, { type: 'module', crossOrigin: 'anonymous', src: url, onerror: over });
    if (options.integrity) script.integrity = options.integrity;
    if (options.nonce) script.nonce = options.nonce;
    script.onload = () => {
      const api = loadedApi();
      if (api) resolve(api);
      else over();
    };
    document.head.append(script);
  }));
}

/**
 * The same as `CloudPhone.mount` after the code is loaded; before that, and outside browsers, throws an `EmbedError`:
 * `script_load_failed` or `not_in_browser`.
 */
export function mount(feature: Feature, target: Element | string, options?: Options): Handle {
  if (typeof document === 'undefined') throw failed('not_in_browser');
  const api = loadedApi();
  if (!api) throw failed('script_load_failed');
  return api.mount(feature, target, options);
}
