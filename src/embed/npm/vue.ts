import type { EmbedElement, Feature, Options } from '../api';
import { setOptions } from './tell';

// For Vue 3. It needs nothing of Vue's own code: a plugin and a directive are objects.

/** Attributes of the elements in templates. Functions and objects go through `v-cloudphone`. */
interface ElementProps {
  partner?: string;
  tokenEndpoint?: string;
  mode?: Options['mode'];
  loading?: Options['loading'];
  locale?: string;
  route?: string;
}
/** The elements as the package's declarations give them to `GlobalComponents` of Vue (`tools/build/embed-package.mjs`). */
export type ElementComponents = Record<
  `cloudphone-${Feature}`,
  new () => { $props: ElementProps & Record<string, unknown> }
>;

interface Binding {
  value: Options;
  oldValue?: Options | null;
}
const onChange = (element: EmbedElement, { value, oldValue }: Binding) =>
  setOptions(element, value, oldValue ?? {});

/**
 * `<cloudphone-wallet v-cloudphone="{ fetchToken, theme }" />`: options as properties, also before the script is there. Vue writes a
 * function as text where an element does not know it yet.
 */
export const vCloudphone: {
  created(element: EmbedElement, binding: Binding): void;
  updated(element: EmbedElement, binding: Binding): void;
} = { created: onChange, updated: onChange };

/** What an app of Vue's has, as far as this file needs it. */
interface App {
  directive(name: string, directive: typeof vCloudphone): unknown;
}

/**
 * Which tags are ours and no components that Vue misses: `vue({ template: { compilerOptions: { isCustomElement } } })` in `vite.config.ts`,
 * or `app.config.compilerOptions.isCustomElement` where templates are compiled in the page. Only the page knows which of the two it is.
 */
export const isCustomElement = (tag: string): boolean => tag.startsWith('cloudphone-');

/** `app.use(cloudphone)`: the directive. */
export const cloudphone: { install(app: App): void } = {
  install(app) {
    app.directive('cloudphone', vCloudphone);
  },
};
