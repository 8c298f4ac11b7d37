import type {} from 'svelte/elements';
import type { EmbedElement, Feature, Options } from '../api';
import { setOptions } from './tell';

// For Svelte 4 and 5: an action, which is a function without a dependency on Svelte's code.

/** Attributes of the elements in markup. Functions and objects go through `use:cloudphone`. */
type ElementAttributes = {
  partner?: string;
  'token-endpoint'?: string;
  mode?: Options['mode'];
  loading?: Options['loading'];
  locale?: string;
  route?: string;
};
type SvelteElements = Record<`cloudphone-${Feature}`, ElementAttributes & Record<string, unknown>>;
declare module 'svelte/elements' {
  interface SvelteHTMLElements extends SvelteElements {}
}

/** `<cloudphone-wallet use:cloudphone={{ fetchToken, theme }} />`: options as properties, which works before the script is loaded. */
export function cloudphone(element: EmbedElement, options: Options): { update(options: Options): void } {
  let before = options;
  setOptions(element, options);
  return {
    update(now) {
      setOptions(element, now, before);
      before = now;
    },
  };
}
