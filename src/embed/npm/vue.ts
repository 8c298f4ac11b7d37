import type {} from 'vue';
import type { EmbedElement, Feature, Options } from '../api';
import { setOptions } from './tell';

// For Vue 3, without a dependency on Vue's code: a plugin and a directive are objects.

/** Attributes of the elements in templates. Functions and objects go through `v-cloudphone`. */
interface ElementProps {
  partner?: string;
  tokenEndpoint?: string;
  mode?: Options['mode'];
  loading?: Options['loading'];
  locale?: string;
  route?: string;
}
type ElementComponents = Record<
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
 * `<cloudphone-wallet v-cloudphone="{ fetchToken, theme }" />`: options as properties, which works before the script is loaded. Vue
 * writes a function as text on an element that is not defined yet.
 */
export const vCloudphone: {
  created(element: EmbedElement, binding: Binding): void;
  updated(element: EmbedElement, binding: Binding): void;
} = { created: onChange, updated: onChange };

declare module 'vue' {
  interface GlobalComponents extends ElementComponents {}
  interface GlobalDirectives {
    vCloudphone: typeof vCloudphone;
  }
}

/** The part of a Vue app that this file needs. */
interface App {
  directive(name: string, directive: typeof vCloudphone): unknown;
}

/**
 * Whether a tag is one of our elements instead of a missing component: `vue({ template: { compilerOptions: { isCustomElement } } })` in
 * `vite.config.ts`, or `app.config.compilerOptions.isCustomElement` if templates are compiled in the page. Only the page knows which of
 * the two applies.
 */
export const isCustomElement = (tag: string): boolean => tag.startsWith('cloudphone-');

/** `app.use(cloudphone)`: the directive. */
export const cloudphone: { install(app: App): void } = {
  install(app) {
    app.directive('cloudphone', vCloudphone);
  },
};
