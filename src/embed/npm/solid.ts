import type {} from 'solid-js';
import type { EmbedElement, EmbedEvents, Feature, Options } from '../api';
import { setOptions } from './tell';

// For Solid, without a dependency on Solid's code: the types of the elements, and a function for `ref`.

/** Attributes of the elements in JSX; functions and objects as `prop:fetchToken`, events as `on:cp-error`. */
type ElementAttributes = {
  partner?: string | undefined;
  'token-endpoint'?: string | undefined;
  mode?: Options['mode'];
  loading?: Options['loading'];
  locale?: string | undefined;
  route?: string | undefined;
  id?: string | undefined;
  class?: string | undefined;
  lang?: string | undefined;
  ref?: EmbedElement | ((element: EmbedElement) => void) | undefined;
} & { [Name in keyof Options as `prop:${Name}`]?: Options[Name] } & {
  [Name in keyof EmbedEvents as `on:${Name}`]?: ((event: EmbedEvents[Name]) => void) | undefined;
};
type SolidElements = Record<`cloudphone-${Feature}`, ElementAttributes>;
declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements extends SolidElements {}
  }
}

/**
 * `<cloudphone-wallet ref={options({ fetchToken, theme })} />`: constant options as properties, which works before the script is loaded.
 */
export const options =
  (value: Options) =>
  (element: EmbedElement): void =>
    setOptions(element, value);
